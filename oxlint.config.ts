import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'unicorn', 'vitest', 'jsx-a11y'],
  jsPlugins: ['./scripts/walls/lint-plugin.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  rules: {
    'walls/imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'no-shadow': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'max-lines-per-function': ['error', { max: 40, skipComments: true, skipBlankLines: true }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'fc.assert'] }],
  },
  overrides: [
    {
      // A test is easier to read as one function.
      files: ['test/**', '**/*.test.{ts,tsx}'],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      // These pages are rendered once, on the server. The cells of tables are functions.
      files: ['src/office/**', 'src/*/office*.tsx'],
      rules: { 'react/no-unstable-nested-components': 'off' },
    },
    {
      // A hydrated form is a separate React root, so useId differs between server and browser.
      files: ['src/**/*.shared.tsx', 'client/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          { paths: [{ name: 'react', importNames: ['useId'], message: 'Take the id as a prop.' }] },
        ],
      },
    },
  ],
})
