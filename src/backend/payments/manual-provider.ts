/**
 * The provider of refunds that the shop made outside of its payment providers, for example by bank
 * transfer or in cash. Staff record them. Their reference is that of the transfer, so no payment
 * has it.
 */
export const manualProvider = 'manual'
