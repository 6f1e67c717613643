/** The words of accounts, their mails and the page on privacy. */
import { wording } from '../kit/wording'

export const w = wording('account', import.meta.glob('./*.json', { query: '?part=account', import: 'default' }))
