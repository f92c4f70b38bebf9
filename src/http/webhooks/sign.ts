import { createHmac } from "node:crypto";

/** The part of a message that its signatures cover. */
export type SignedMessage = {
  readonly deliveryId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
};

const PREFIX = "whsec_";

/** The signatures of a message by Standard Webhooks: one for each secret, separated by spaces. */
export function signaturesOf(message: SignedMessage, secrets: readonly string[]): string {
  const { deliveryId, timestamp, body } = message;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      const signed = `${deliveryId}.${timestamp}.${body}`;
      return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    })
    .join(" ");
}
