/** An entry in the model catalog. Prices are in US dollars. */
export type Model = {
  readonly id: string;
  /** Maximum length of a row in tokens, including the system prompt. */
  readonly contextWindow: number;
  /** Whether outputs are JSON with content and reasoning (interface document, part 2, rule 3). */
  readonly reasoning: boolean;
  readonly inputPricePerMillionTokens: number;
  readonly outputPricePerMillionTokens: number;
  /** Throughput of one job, input and output combined. */
  readonly tokensPerSecond: number;
  /** Output length of a row in tokens, unless `max_tokens` is lower. */
  readonly typicalOutputTokens: number;
  /** Number of dimensions of the model's vectors; undefined if the model writes text. */
  readonly embeddingDimensions?: number;
  /** Whether each row has a confidence score. False by default. */
  readonly confidence?: boolean;
};

/** Sampling parameters that affect outputs; all others are accepted and ignored. */
export type SamplingParams = {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
};

/** The format of a reasoning model's output. */
export type ReasoningShape = {
  readonly contentKey: string;
  readonly reasoningKey: string;
  /** Whether content with a schema is text or a JSON value (assumption `reasoning-content`). */
  readonly contentAs: "string" | "object";
};
