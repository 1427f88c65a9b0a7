import { z } from 'zod'
import { describePlan } from '../../../plans/plan-actions.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { defineSubjectAction } from '../../subject-action.ts'
import type { PlanFieldsProps, PlanSubject } from './plan-action.ts'

const hotspots = ['unknown', 'yes', 'limited', 'no'] as const
const answers = ['', 'yes', 'no'] as const
const maxText = 200

const answer = z.enum(answers).transform((text) => (text === '' ? null : text === 'yes'))

export const describePlanAction = defineSubjectAction({
  name: 'describe-plan',
  isPossible: ({ plan }: PlanSubject) => plan.supplier === null,
  fields: FactFields,
  schemaFor: () =>
    z
      .object({
        hotspot: z.enum(hotspots),
        topUp: answer,
        kyc: answer,
        apn: z.string().trim().max(maxText),
        unlimitedApps: z.string().max(maxText),
      })
      .transform(({ apn, unlimitedApps, ...facts }) => ({
        facts: { ...facts, apn: apn === '' ? null : apn, unlimitedApps: listOf(unlimitedApps) },
      })),
  run: async (context, person, input, { plan }) =>
    describePlan(context, person, { ...input, tariffID: plan.tariffID }),
})

function FactFields({ subject: { plan }, values }: PlanFieldsProps) {
  const { words } = useOffice()
  const flags = { topUp: plan.topUp, kyc: plan.kyc } as const
  const texts = { apn: plan.apn ?? '', unlimitedApps: plan.unlimitedApps.join('; ') } as const
  return (
    <>
      <LabelledField label={words('fields.hotspot')}>
        <select name="hotspot" defaultValue={values['hotspot'] ?? plan.hotspot}>
          {hotspots.map((each) => (
            <option key={each} value={each}>
              {words(`plans.hotspots.${each}`)}
            </option>
          ))}
        </select>
      </LabelledField>
      {(['topUp', 'kyc'] as const).map((name) => (
        <LabelledField key={name} label={words(`fields.${name}`)}>
          <select name={name} defaultValue={values[name] ?? answerOf(flags[name])}>
            {answers.map((each) => (
              <option key={each} value={each}>
                {words(each === '' ? 'plans.unknownFact' : `plans.${each}`)}
              </option>
            ))}
          </select>
        </LabelledField>
      ))}
      {(['apn', 'unlimitedApps'] as const).map((name) => (
        <LabelledField key={name} label={words(`fields.${name}`)}>
          <input name={name} maxLength={maxText} defaultValue={values[name] ?? texts[name]} />
        </LabelledField>
      ))}
      <small>{words('plans.importNote')}</small>
    </>
  )
}

function answerOf(flag: boolean | null): (typeof answers)[number] {
  if (flag === null) return ''
  return flag ? 'yes' : 'no'
}

function listOf(text: string): string[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
