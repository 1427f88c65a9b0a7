export type FormReply =
  | { readonly props: object }
  | {
      readonly to: string
      /** Whether the form cannot be completed, as the next page explains. It is no goal. */
      readonly isRefused?: true
    }
  | {
      readonly done: { readonly title: string; readonly text: string }
      /** The values of the next form. */
      readonly values: object
    }
