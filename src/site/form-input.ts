import type { Context, MiddlewareHandler, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { FormErrors } from '../ui/form-errors.shared.ts'
import { fieldReader, formErrors, type FieldReader } from '../ui/form-values.shared.ts'
import { textOf } from '../words/texts.shared.ts'
import { firstValues, inputValidator } from '../api/valid-input.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { receiveForm, releaseUpload } from './form-data.ts'
import { pageInputValidator } from './page-input.ts'

export type PostedFields = FieldReader & { readonly file: (name: string) => File | null }

type TypedForm<Values> = {
  /** Every field of the form. */
  readonly fields: PostedFields
  /** The values as typed, to show them again. */
  readonly values: Values
}
/** A form that follows its rules, with the values that the rules return. */
export type SentForm<Values, Rules extends z.core.$ZodType> = TypedForm<Values> & {
  readonly valid: z.output<Rules>
}
type InvalidForm<Values> = TypedForm<Values> & { readonly errors: FormErrors }

type PageFormOptions<Values, Rules extends z.core.$ZodType> = {
  readonly read: (fields: PostedFields) => Values
  /** The rules of the values. Their messages are word keys. */
  readonly rules: Rules
  readonly receive: (c: AppContext, form: SentForm<Values, Rules>) => Response | Promise<Response>
  /** Shows the page again, with the typed values and the errors. */
  readonly refuse: (c: AppContext, form: InvalidForm<Values>) => Response | Promise<Response>
}

export type EndpointFormContext<Form extends z.ZodObject> = Context<
  AppEnv,
  string,
  FormInput<z.output<Form>>
>

type FormInput<Form> = {
  readonly in: { readonly form: ValidationTargets['form'] }
  readonly out: { readonly form: Form }
}

/** The handlers of a form: its validator if people type into the form, then its action. */
export type FormHandlers = readonly MiddlewareHandler<AppEnv>[]

const postedFields = firstValues.transform((values) => toPostedFields((name) => values[name]))

/**
 * Validates a form by its rules. `receive` acts on a form that follows them. For any other form,
 * `refuse` gets a message for each wrong field.
 */
export function validForm<Values, Rules extends z.core.$ZodType>({
  read,
  rules,
  receive,
  refuse,
}: PageFormOptions<Values, Rules>): FormHandlers {
  type Input = FormInput<SentForm<Values, Rules>>
  return [
    inputValidator<AppEnv, Input>('form', sentForm(read, rules), async (c, { error }) => {
      const fields = await readForm(c)
      const errors = formErrors(error.issues, (key) => textOf(c.var.words, key))
      return refuse(c, { fields, values: read(fields), errors })
    }),
    async (c: Context<AppEnv, string, Input>) => receive(c, c.req.valid('form')),
  ]
}

/** Handles a form into which nobody types, such as a button. */
export function formAction(run: (c: AppContext) => Response | Promise<Response>): FormHandlers {
  return [async (c) => run(c)]
}

/** Parses a form into a `SentForm`, or into the problems of its values with their messages. */
function sentForm(read: (fields: PostedFields) => unknown, rules: z.core.$ZodType): z.ZodType {
  return postedFields.transform((fields, { issues }) => {
    const values = read(fields)
    const checked = z.safeParse(rules, values)
    if (checked.success) return { fields, values, valid: checked.data }
    for (const { path, message } of checked.error.issues)
      issues.push({ code: 'custom', path, message, input: values })
    return z.NEVER
  })
}

/** Validates the form of an endpoint, or answers 404. */
export function formBody<Form extends z.ZodObject>(
  form: Form,
): [MiddlewareHandler<AppEnv>, MiddlewareHandler<AppEnv, string, FormInput<z.output<Form>>>] {
  return [limitForm(), pageInputValidator('form', firstValues.pipe(form))]
}

/** Limits the body of a form, because the validator would buffer a body of any size. */
export function limitForm(maxFileBytes = 0): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    try {
      const { form } = await receiveForm(c, maxFileBytes)
      c.req.bodyCache.formData = form
      return await next()
    } finally {
      releaseUpload(c)
    }
  })
}

export async function readForm(c: Context): Promise<PostedFields> {
  const { form } = await receiveForm(c, 0)
  return toPostedFields((name) => form.get(name))
}

function toPostedFields(valueOf: (name: string) => unknown): PostedFields {
  const file = (name: string) => {
    const value = valueOf(name)
    return value instanceof File && value.size > 0 ? value : null
  }
  return { ...fieldReader(valueOf), file }
}

/** A field into which a script writes JSON. */
export function jsonField<T extends z.ZodType>(schema: T) {
  const json = z.string().transform((text, { issues }): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      issues.push({ code: 'invalid_format', format: 'json', input: text })
      return z.NEVER
    }
  })
  return json.pipe(schema)
}
