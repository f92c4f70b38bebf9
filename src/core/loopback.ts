/** Whether a name or address, without brackets, is this machine's loopback interface by definition, without asking DNS. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(host);
}
