/**
 * The scripts that every page loads, in order. scripts/build/client-scripts-plugin.ts generates the
 * module.
 */
declare module 'virtual:client-scripts' {
  export const scripts: readonly string[]
}
