/**
 * Continues with a value, at once unless it is a promise. Most requests wait for nothing, and a promise for each step costs them more
 * than the steps.
 */
export function andThen<Value, Next>(
  value: Value | Promise<Value>,
  use: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
