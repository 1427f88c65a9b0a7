/**
 * A function that answers HTTP requests: the network, a service binding, or the embedded backend in
 * process.
 */
export type Fetch = (request: Request) => Promise<Response>
