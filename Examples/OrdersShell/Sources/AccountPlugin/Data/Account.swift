/// Who is signed in to which environment.
struct Account: Sendable, Equatable {
  let user: String
  let environment: String
}
