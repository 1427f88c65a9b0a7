import { expect, it } from 'vitest'
import { answerReviewForm, answerReviewFormTexts } from '../texts/answer-review-form.shared.tsx'
import { contactForm, contactFormTexts } from '../messages/contact-form.shared.tsx'
import type { FormDefinition, FormProps } from './form-definition.shared.ts'
import { fieldReader, validate } from './form-values.shared.ts'
import { orderForm, orderFormTexts } from '../orders/order-form.shared.tsx'
import { reviewForm, reviewFormTexts } from '../reviews/review-form.shared.tsx'
import { signInForm } from '../accounts/sign-in-form.shared.tsx'
import { signInFormTexts } from '../accounts/sign-in-schema.shared.ts'
import { withdrawalForm, withdrawalFormTexts } from '../partners/withdrawal-form.shared.tsx'

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
