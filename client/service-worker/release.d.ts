/** Constants that scripts/build/service-worker-plugin.ts writes into the worker at build. */
declare const RELEASE: {
  readonly id: string
  readonly scripts: readonly string[]
}
