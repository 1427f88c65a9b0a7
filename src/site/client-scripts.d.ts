/**
 * The scripts that every page loads, in order. scripts/build/client-plugins.ts generates the
 * module.
 */
declare module 'virtual:client-scripts' {
  export const scripts: readonly string[]
}
