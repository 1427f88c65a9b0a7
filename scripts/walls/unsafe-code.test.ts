import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync(['src/**/*.{ts,tsx}', 'client/**/*.{ts,tsx}'])
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Code that can be unsafe, and the files that were read and found safe. */
const reviewed: readonly (readonly [name: string, pattern: RegExp, files: readonly string[]])[] = [
  ['code from text', /\beval\(|new Function\(|\bset(Timeout|Interval)\(['"`]/, []],
  ['HTML set by a script', /\b(inner|outer)HTML\b(?!=)|insertAdjacentHTML|document\.write/, []],
  [
    // HTML and SVG of the shop itself, HTML of `micromark`, which escapes its input, and JSON
    // without `<`.
    'HTML in markup',
    /dangerouslySetInnerHTML/,
    [
      'src/office/document.tsx',
      'src/site/dev/dev-document.tsx',
      'src/messages/letter-view.tsx',
      'src/ui/fields.shared.tsx',
      'src/ui/hydrated-form.tsx',
      'src/ui/post-form.shared.tsx',
      'src/site/page-styles.tsx',
      'src/site/document.tsx',
      'src/texts/pages/post.tsx',
      'src/plans/pages/coverage.tsx',
      'src/ui/hydrated-form.tsx',
      'src/site/header.tsx',
      'src/plans/plan-card.tsx',
    ],
  ],
  [
    // The parts are constants of the shop.
    'a pattern built of parts',
    /\bRegExp\(/,
    [
      'src/plans/columns.ts',
      'src/plans/operations.ts',
      'src/kit/limits.shared.ts',
      'src/kit/limits.shared.ts',
      'src/messages/mail-texts.ts',
      'src/words/canonical-path.ts',
      'src/words/page-table.ts',
      'src/words/place-names.ts',
      'src/plans/trip-search.shared.ts',
      'src/plans/trip-text.shared.ts',
      'src/plans/trip-times.shared.ts',
    ],
  ],
  // The pause before a retry is not a secret.
  ['a predictable number', /Math\.random/, ['src/site/api/resilient-fetch.ts']],
  ['a broken hash or cipher', /\b(MD5|SHA-?1|RC4|3?DES|AES-(ECB|CBC))\b/i, []],
  ['a comparison that converts types', /[^=!<>]==(?!=| null)|!=(?!=| null)/, []],
]

it.each(reviewed)('finds %s in reviewed files only', (_, pattern, expected) => {
  const found = files.filter((file) => pattern.test(codeOf(texts.get(file) ?? '')))
  expect(found).toEqual([...new Set(expected)].toSorted())
})

it('finds each kind of unsafe code', () => {
  const samples = [
    'eval(text)',
    'element.innerHTML = text',
    '<p dangerouslySetInnerHTML={html} />',
    'new RegExp(text)',
    'Math.random()',
    `digest('SHA-1', bytes)`,
    'if (a == b) return',
  ]
  expect(reviewed.map(([, pattern], index) => pattern.test(samples[index] ?? ''))).toEqual(
    samples.map(() => true),
  )
})

/** Returns the code without comments and base64. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|'[A-Za-z0-9+/=]{60,}'/gm, '')
}
