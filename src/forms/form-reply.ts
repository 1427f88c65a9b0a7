export type FormReply =
  | { readonly props: object }
  | { readonly to: string }
  | {
      readonly done: { readonly title: string; readonly text: string }
      /** The values of the next form. */
      readonly values: object
    }
