import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { importsOfFiles } from './import-graph.ts'

/** Features that Safari 15 lacks. A script that calls one stops there, such as the boot script. */
const missing =
  /\.(?:at|findLast(?:Index)?|toReversed|toSorted|toSpliced|with)\(|\b(?:groupBy|hasOwn|structuredClone|withResolvers)\(|AbortSignal\.(?:any|timeout)|\(\?<[=!]/

/**
 * Files that only client/search/trips-in.ts loads. Where they fail, the search has no suggestion for
 * a sentence, and the page of the planner reads it.
 */
const optional = ['src/plans/trip-text.shared.ts', 'src/plans/trip-times.shared.ts']

it('uses no feature in browsers that Safari 15 lacks', async () => {
  const graph = await importsOfFiles(['src', 'client', 'content'])
  // client/form-loaders.ts loads forms by their file names.
  const forms = [...graph.keys()].filter((file) =>
    /^src\/\w+\/[\w-]+-form\.shared\.tsx$/.test(file),
  )
  const loaded = new Set(['client/boot.ts', 'client/service-worker.ts', ...forms])
  for (const file of loaded) for (const next of graph.get(file) ?? []) loaded.add(next)
  expect(forms.length).toBeGreaterThan(4)
  expect(loaded.size).toBeGreaterThan(100)
  const files = [...loaded].filter((file) => !file.endsWith('.css?inline'))
  const texts = await Promise.all(files.map(async (file) => readFile(file, 'utf8')))
  expect(files.filter((_, index) => missing.test(texts[index] ?? ''))).toEqual(optional)
})
