import Observation
import SeashellKit

/// The account as the commands last saw it, without its key.
@Observable @MainActor
final class AccountState {
  /// The signed-in user; nil if there is none, or if it is not known.
  private(set) var account: Account?

  @ObservationIgnored private let service: any AccountServiceProtocol
  @ObservationIgnored private let user: UserState

  /// - Parameter user: tells other modules who is signed in.
  init(service: any AccountServiceProtocol, user: UserState) {
    self.service = service
    self.user = user
  }

  func checkSignIn() async throws {
    try await service.checkSignIn()
  }

  func signIn(with key: AccountKey) async throws -> Account {
    let account = try await service.signIn(with: key)
    // Its events also clear this state, so the account is stored afterwards.
    user.signIn(SignedIn(user: account.user, environment: account.environment))
    self.account = account
    return account
  }

  func load() async throws -> Account {
    forget()
    let account = try await service.account()
    self.account = account
    return account
  }

  /// Signs out, and has all modules remove what they have stored of the user's data.
  ///
  /// - Parameter keepsData: whether the stored data stays.
  func signOut(keepingData keepsData: Bool) async throws {
    let event = try await service.signOut()
    forget()
    try await user.signOut(event, keepingData: keepsData)
  }

  func forget() {
    account = nil
  }
}
