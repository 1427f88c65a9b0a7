/** The scripts that every page loads, in order. vite.config.ts generates the module. */
declare module 'virtual:client-scripts' {
  export const scripts: readonly string[]
}
