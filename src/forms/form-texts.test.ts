import { expect, it } from 'vitest'
import { answerReviewForm, answerReviewFormTexts } from './answer-review/form.tsx'
import { contactForm, contactFormTexts } from './contact/form.tsx'
import type { FormDefinition, FormProps } from './form-definition.ts'
import { fieldReader, validate } from './form-values.ts'
import { orderForm, orderFormTexts } from './order/form.tsx'
import { reviewForm, reviewFormTexts } from './review/form.tsx'
import { signInForm } from './sign-in/form.tsx'
import { signInFormTexts } from './sign-in/form-props.ts'
import { withdrawalForm, withdrawalFormTexts } from './withdrawal/form.tsx'

type AnyForm = Pick<FormDefinition<FormProps>, 'read' | 'name'>

const invalidInputs = [fieldReader(() => ''), fieldReader(() => 'x'.repeat(5000))]

it.each([
  [
    orderForm,
    orderFormTexts,
    [orderForm.schemaFor({ cards: [], giftDates: null, people: 1 } as never, '')],
  ],
  [contactForm, contactFormTexts, [contactForm.schemaFor({} as never, '')]],
  [withdrawalForm, withdrawalFormTexts, [withdrawalForm.schemaFor({} as never, '')]],
  [reviewForm, reviewFormTexts, [reviewForm.schemaFor({} as never, '')]],
  [answerReviewForm, answerReviewFormTexts, [answerReviewForm.schemaFor({} as never, '')]],
  [
    signInForm,
    signInFormTexts,
    (['login', 'register', 'partner'] as const).flatMap((kind) =>
      ['send', 'confirm'].map((button) => signInForm.schemaFor({ kind } as never, button)),
    ),
  ],
] as const)(
  'sends the text of every message of the $name form to the browser',
  (form, texts, schemas) => {
    const sentKeys: ReadonlySet<string> = new Set(texts)
    const messages: string[] = []
    for (const schema of schemas)
      for (const input of invalidInputs)
        validate(schema, (form as AnyForm).read(input), (key) => {
          messages.push(key)
          return key
        })
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.filter((key) => !sentKeys.has(key))).toEqual([])
  },
)
