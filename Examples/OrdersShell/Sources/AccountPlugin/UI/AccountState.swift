import Observation
import SeashellKit

/// The account as the commands last saw it, without its key.
@Observable @MainActor
final class AccountState {
  /// The signed-in user; nil if there is none, or if it is unknown.
  private(set) var account: Account?

  @ObservationIgnored private let service: any AccountServiceProtocol
  @ObservationIgnored private let user: UserState

  /// - Parameter user: lets other modules know the signed-in user.
  init(service: any AccountServiceProtocol, user: UserState) {
    self.service = service
    self.user = user
  }

  func checkSignIn() async throws {
    try await service.checkSignIn()
  }

  func signIn(with key: AccountKey) async throws -> Account {
    let account = try await service.signIn(with: key)
    // The event clears this state, so set the account afterwards.
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

  /// Signs out, and lets all modules remove the data that they have stored for the user.
  ///
  /// - Parameter keepsData: whether to keep the stored data.
  func signOut(keepingData keepsData: Bool) async throws {
    let event = try await service.signOut()
    forget()
    try await user.signOut(event, keepingData: keepsData)
  }

  func forget() {
    account = nil
  }
}
