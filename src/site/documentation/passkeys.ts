import type { Operations } from '../../operations.ts'
import { exampleDone, exampleKey, exampleNonce } from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const exampleID = 'AZ4uYl0gTnq2cXhGvB1wR9kLs7Dm3e'
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

const tooManyChanges =
  'Ten changes of passkeys by this partner today, or too many SMS of the shop within an hour.'

const exampleProof = {
  id: exampleID,
  clientDataJSON: exampleClientData,
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDJx0Pz5vVfQ2o4TqS9yX8d',
}

export const referrerPasskeys: OperationDocs<Operations['referrerPasskeys']> = {
  tag: 'Partners',
  description: 'Returns the passkeys of the partner, and whether they can be changed now.',
  request: {},
  response: {
    data: {
      passkeys: [
        {
          id: exampleKey,
          name: 'Android, Firefox 132',
          addedAt: '2026-11-21T10:00:00Z',
          usedAt: null,
        },
      ],
      isOpen: false,
      isRecent: false,
      recoveryEndsAt: null,
    },
  },
}

export const referrerPasskeyChallenge: OperationDocs<Operations['referrerPasskeyChallenge']> = {
  tag: 'Partners',
  description:
    'Creates a challenge for this session: to add a passkey, to open the settings of passkeys, or ' +
    'to confirm a withdrawal. It replaces the previous challenge with the same purpose.',
  request: { purpose: 'withdrawal' },
  response: {
    data: {
      challenge: exampleNonce,
      rpID: 'shop.example.com',
      rpName: 'Meridian',
      userID: exampleKey,
      userName: '+79•••••6789',
      passkeys: [{ id: exampleID, transports: ['internal', 'hybrid'] }],
    },
  },
}

export const referrerPasskeySettings: OperationDocs<Operations['referrerPasskeySettings']> = {
  tag: 'Partners',
  description: 'Allows this session to add and remove passkeys for ten minutes.',
  request: { lang: 'en', passkey: exampleProof },
  response: exampleDone,
  refusals: { 'passkey-refused': 'The challenge or the signature of the passkey is wrong.' },
}

export const referrerPasskeyAdd: OperationDocs<Operations['referrerPasskeyAdd']> = {
  tag: 'Partners',
  description:
    'Adds a passkey, which withdrawals then need. The first passkey needs a sign-in within the ' +
    'last ten minutes. Other passkeys need one of the existing passkeys. Notifies the partner by SMS.',
  request: {
    lang: 'en',
    name: 'Android, Firefox 132',
    passkey: {
      id: exampleID,
      clientDataJSON: exampleClientData,
      attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU',
      transports: ['internal', 'hybrid'],
    },
  },
  response: exampleDone,
  refusals: {
    'confirmation-needed': 'The sign-in was more than ten minutes ago.',
    'passkey-needed': 'No passkey has opened the settings within the last ten minutes.',
    'passkey-refused': 'The challenge is wrong, or the kind of the passkey is not accepted.',
    'too-many-requests': tooManyChanges,
  },
}

export const referrerPasskeyRemove: OperationDocs<Operations['referrerPasskeyRemove']> = {
  tag: 'Partners',
  description: 'Removes a passkey at once, and notifies the partner by SMS.',
  request: { lang: 'en', id: exampleKey },
  response: exampleDone,
  refusals: {
    'not-found': 'The partner has no such passkey.',
    'confirmation-needed': 'The sign-in was more than ten minutes ago.',
    'passkey-needed': 'No passkey has opened the settings within the last ten minutes.',
    'too-many-requests': tooManyChanges,
  },
}

export const referrerPasskeyRecovery: OperationDocs<Operations['referrerPasskeyRecovery']> = {
  tag: 'Partners',
  description:
    'Ends all passkeys of the partner after 72 hours, unless the partner uses one first. Notifies the ' +
    'partner by SMS, and the operator by email.',
  request: { lang: 'en' },
  response: exampleDone,
  refusals: {
    'not-found': 'The partner has no passkeys.',
    'confirmation-needed': 'The sign-in was more than ten minutes ago.',
    'too-many-requests': tooManyChanges,
  },
}
