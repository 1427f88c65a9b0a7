/** Made by vite.config.ts: the scripts that every page loads, in order. */
declare module 'virtual:client-scripts' {
  export const scripts: readonly string[]
}
