import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { validatedOnce } from './direct-outputs.ts'

function countedSchema() {
  const isShort = vi.fn<(name: string) => boolean>((name) => name.length < 5)
  return {
    isShort,
    schema: z.object({ plan: validatedOnce(z.object({ name: z.string().refine(isShort) })) }),
  }
}

it('validates an object once, and returns the same result', () => {
  const { isShort, schema } = countedSchema()
  const plan = { name: 'tr', unknown: 1 }
  const results = [schema.parse({ plan }), schema.parse({ plan })]
  expect(results.map((each) => each.plan)).toEqual([{ name: 'tr' }, { name: 'tr' }])
  expect(results[0]?.plan).toBe(results[1]?.plan)
  expect(isShort).toHaveBeenCalledTimes(1)
  schema.parse({ plan: { ...plan } })
  expect(isShort).toHaveBeenCalledTimes(2)
})

it('rejects an invalid object each time, with the path of its field and the code', () => {
  const { schema } = countedSchema()
  const plan = { name: 'Turkey' }
  for (const answer of [{ plan }, { plan }]) {
    const { error } = schema.safeParse(answer)
    expect(error?.issues.map(({ path }) => path)).toEqual([['plan', 'name']])
  }
  expect(schema.safeParse({ plan: null }).error?.issues[0]?.path).toEqual(['plan'])
  const { error } = schema.safeParse({ plan: { name: 1 } })
  expect(error?.issues[0]).toMatchObject({ path: ['plan', 'name'], code: 'invalid_type' })
})
