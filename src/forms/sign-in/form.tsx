import { defineForm } from '../form-definition.ts'
import { signInSchemas, readSignIn } from './schema.ts'
import { HiddenFields } from '../controls/hidden-fields.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { AddressStep } from './address-step.tsx'
import { CodeStep } from './code-step.tsx'
import type { SignInFormProps } from './form-props.ts'

function SignInForm(props: SignInFormProps) {
  const { texts, step, values } = props
  return (
    // Each step is a new form, so that React does not reuse field values.
    <PostForm
      key={step}
      form={props}
      fields={shownFields(props)}
      nextField={step === 'code' ? 'code' : undefined}
      goal="sign-in"
      fallback={texts['signIn.failed']}
    >
      <HiddenFields values={values.utm} />
      {step === 'address' ? <AddressStep {...props} /> : <CodeStep {...props} />}
    </PostForm>
  )
}

function shownFields({ kind, step, values }: SignInFormProps): readonly string[] {
  if (step === 'code')
    return kind === 'register' && !values.consent ? ['code', 'consent'] : ['code']
  if (kind === 'partner') return ['phone', 'agreesToDataPolicy', 'agreesToUserAgreement']
  return kind === 'register' ? ['email', 'consent'] : ['email']
}

export const signInForm = defineForm<SignInFormProps>({
  name: 'sign-in',
  Component: SignInForm,
  read: readSignIn,
  schemaFor: ({ kind }, button) => signInSchemas[kind][button === 'confirm' ? 'code' : 'address'],
})
