import { z } from 'zod'

/**
 * Returns an example of a schema: the first of its `examples`, or one that is made of the examples
 * of its parts. Fields that are optional and have none are omitted.
 */
export function exampleOf<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const example = makeExample(schema)
  if (example === undefined) throw new Error('A required field of a schema has no example')
  return example as z.output<Schema> // the test of the document checks every example
}

function makeExample(schema: z.core.$ZodType): unknown {
  const { examples } = z.globalRegistry.get(schema) ?? {}
  if (Array.isArray(examples)) return examples[0]
  if (schema instanceof z.ZodObject) return exampleOfObject(schema.shape)
  if (schema instanceof z.ZodArray) {
    const item = makeExample(schema.element)
    return item === undefined ? [] : [item]
  }
  if (schema instanceof z.ZodNullable) return makeExample(schema.unwrap()) ?? null
  // An example does not set optional flags.
  if (schema instanceof z.ZodOptional)
    return schema.unwrap() instanceof z.ZodLiteral ? undefined : makeExample(schema.unwrap())
  if (schema instanceof z.ZodCatch) return makeExample(schema.unwrap())
  if (schema instanceof z.ZodDefault) return makeExample(schema.unwrap()) ?? schema.def.defaultValue
  if (schema instanceof z.ZodPipe) return makeExample(schema.out)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  return schema instanceof z.ZodBoolean ? false : undefined
}

function exampleOfObject(shape: z.core.$ZodShape): unknown {
  const fields = Object.entries(shape).map(([name, field]) => {
    const value = makeExample(field)
    if (value === undefined && !z.safeParse(field, undefined).success)
      throw new Error(`The field ${name} needs an example`)
    return [name, value] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
