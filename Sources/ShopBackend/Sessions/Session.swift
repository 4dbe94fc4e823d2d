/// Who a request comes from.
struct Session {
  let number: Int
  let account: Int
  let user: String

  /// When the access token that was shown expires, in seconds since 1970.
  let expiresAt: Int
}
