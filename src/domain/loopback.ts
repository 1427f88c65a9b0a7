const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host name of a URL is this machine. A site in production has another one. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.includes(hostname)
}
