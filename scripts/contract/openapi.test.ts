import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.ts'
import { openapi } from '../../src/contract/openapi.ts'

it('is what docs/openapi.json says; `npm run openapi` writes it anew', async () => {
  const kept: unknown = JSON.parse(await readFile('docs/openapi.json', 'utf8'))
  expect(kept).toEqual(JSON.parse(JSON.stringify(openapi())))
})

it('describes every call once', () => {
  const described = Object.values(openapi()['paths'] ?? {}).flatMap((path: object) =>
    Object.values(path),
  )
  expect(
    described.map(({ operationId }: { operationId: string }) => operationId).toSorted(),
  ).toEqual(Object.keys(operations).toSorted())
})
