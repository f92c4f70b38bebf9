/** An entry of the model catalogue. Prices are in US dollars. */
export type Model = {
  readonly id: string;
  /** Longest row in tokens, the system prompt included. */
  readonly contextWindow: number;
  /** Whether each output is a JSON string of `content` and `reasoning_content` (part 2, output content rule 3). */
  readonly reasoning: boolean;
  readonly inputPricePerMillionTokens: number;
  readonly outputPricePerMillionTokens: number;
  /** Throughput of one job, input and output together. */
  readonly tokensPerSecond: number;
  /** Output length of a row where `max_tokens` doesn't bound it sooner. */
  readonly typicalOutputTokens: number;
};

/** Sampling parameters that change outputs; others are accepted and don't. */
export type SamplingParams = {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
};
