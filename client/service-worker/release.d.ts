/** What scripts/build/service-worker-plugin.ts writes into the worker at build. */
declare const RELEASE: {
  /** Differs whenever anything that was built differs. */
  readonly id: string
  readonly scripts: readonly string[]
}
