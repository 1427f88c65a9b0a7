import type { Plugin } from 'vite'

/** A CommonJS module as Rolldown wraps it: `__commonJSMin(((exports) => {`. */
const wrapper = /(__commonJS(?:Min)?\()\(\(([\w, ]*)\) => \{/g

/**
 * Wraps React's modules in functions in place of arrow functions. Chromium compiles a function in
 * parentheses with the script, in another thread. It compiles an arrow function when it is called,
 * while the visitor waits for the form.
 */
export function eagerReact(): Plugin {
  return {
    name: 'eager-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    renderChunk(code, { name }) {
      if (name !== 'react') return null
      const eager = code.replace(wrapper, '$1(function($2) {')
      if (eager === code) this.error('React has no CommonJS modules to wrap')
      return { code: eager, map: null }
    },
  }
}
