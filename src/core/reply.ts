/** A response body that is produced as it is read. */
export type ReplyStream = AsyncIterable<Uint8Array>;

/** A response's content. A `Transmission` says how to send it. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | ReplyStream;
  /** Whether the stream is produced live, over time. Such a stream can't be read twice. */
  readonly isLive?: boolean;
  /** Length of a stream in bytes, if it is known in advance. */
  readonly byteLength?: number;
  /** Set if the response can't have a body: the method is HEAD, or the status is 204 or 304. */
  readonly hasNoBody?: true;
  readonly file?: ReplyFile;
  /** For a partial download: the part of the file that the body contains. */
  readonly part?: FilePart;
  /** For a partial download: the whole file. */
  readonly whole?: {
    readonly body: ReplyStream;
    /** Makes a reply for a file with this body; undefined if the requested bytes don't change. */
    readonly replyWith: (body: Reply["body"]) => Promise<Reply | undefined>;
  };
};

export type FilePart = {
  /** The file's ETag. Files with different bytes have different ETags. */
  readonly etag: string;
  /** Position of the first byte, from 0. */
  readonly from: number;
  /** Length of the whole file, in bytes. */
  readonly fileBytes: number;
};

/** A file as a response body: an uploaded file, or results. */
export type ReplyFile = {
  /** The codec of results, or the format of an uploaded file. */
  readonly kind: string;
  readonly results?: {
    readonly numRows: number;
    /** Returns the body without the row at an index, from 0. */
    readonly withoutRow: (index: number) => ReplyStream;
    /** Returns a line for each row with edge cases; complete once the file has been sent. */
    readonly edges: () => readonly string[];
    /**
     * Returns a digest of the inputs whose lines a client may split by mistake. Set only for a file
     * of lines, and valid once the file has been sent.
     */
    readonly splitInputs?: () => string | undefined;
    /** Returns column names, then the first rows of a sent file. Set only for a binary file. */
    readonly firstRows?: () => readonly (readonly string[])[];
  };
};

export function jsonReply(
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return {
    status,
    headers: headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers },
    body: JSON.stringify(value),
  };
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** Whether a body is produced as it is read, rather than held in memory. */
export function isStream(body: Reply["body"]): body is ReplyStream {
  return typeof body !== "string" && !(body instanceof Uint8Array);
}

/** Makes a stream that starts over each time that it is read. */
export function repeatable(make: () => ReplyStream): ReplyStream {
  return { [Symbol.asyncIterator]: () => make()[Symbol.asyncIterator]() };
}

/** The outcome of a request for the client: a response, part of one, or silence. */
export type Transmission = SentResponse | Silence;

/** A response, or part of one. */
export type SentResponse = {
  readonly kind: "response";
  readonly reply: Reply;
  /** Delay before the first byte, on the sandbox's clock. */
  readonly delayMs?: number;
  /** The body's transfer rate, on the sandbox's clock. */
  readonly bytesPerSecond?: number;
  /** How the body ends early: by a reset (TCP RST) or a clean close; undefined if complete. */
  readonly cut?: { readonly afterBytes: number; readonly by: "reset" | "close" };
  /** The announced Content-Length of a stream; undefined if none is announced. */
  readonly announcedBytes?: number;
};

/** No response: the connection is reset, closed cleanly, or stays open until a side gives up. */
export type Silence = { readonly kind: "silence"; readonly end: "hang" | "reset" | "close" };

/** Returns a transmission of the complete reply. */
export function plainResponse(reply: Reply): SentResponse {
  return { kind: "response", reply };
}

export function silence(end: Silence["end"]): Silence {
  return { kind: "silence", end };
}

/** Like `plainResponse`, but sends nothing if the reply is undefined (the client disconnected). */
export function toClient(reply: Reply | undefined): Transmission {
  return reply === undefined ? silence("hang") : plainResponse(reply);
}
