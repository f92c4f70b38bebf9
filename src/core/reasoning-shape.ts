/** How a reasoning model's output is written. */
export type ReasoningShape = {
  readonly contentKey: string;
  readonly reasoningKey: string;
  /**
   * Whether content that follows a schema is JSON text or the value itself (assumption
   * `reasoning-content`).
   */
  readonly contentAs: "string" | "object";
};
