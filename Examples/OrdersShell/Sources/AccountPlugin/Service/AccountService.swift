import FoundationEssentials
import SeashellKit

/// Asks the API for the user of a key, and stores the key.
actor AccountService: AccountServiceProtocol {
  private let client: EnvironmentClient
  private let store: KeyStore

  init(client: EnvironmentClient, store: KeyStore) {
    self.client = client
    self.store = store
  }

  func user() async -> SignedInUser? {
    let environment = client.environment
    let entry = try? await offMain { [store] in try store.entry(of: environment) }
    return entry.map {
      SignedInUser(name: $0.user, environment: environment.name, expiresAt: nil)
    }
  }

  func checkSignIn() throws {
    let environment = client.environment
    guard environment.mayCarryCredentials else {
      throw AccountError.notPrivate(environment: environment.name)
    }
  }

  func signIn(with key: AccountKey) async throws -> Account {
    let environment = client.environment
    var request = request(in: environment)
    request.headers[AccountKey.headerField] = key.text
    request.authorizes = false
    let account = try await account(request, in: environment)
    try await store.save(KeyStore.Entry(key: key, user: account.user), of: environment)
    return account
  }

  func account() async throws -> Account {
    let environment = client.environment
    guard try store.entry(of: environment) != nil else {
      throw AccountError.notSignedIn(environment: environment.name)
    }
    return try await account(request(in: environment), in: environment)
  }

  func signOut() async throws -> SignedOut {
    let environment = client.environment
    // A damaged file is removed too, although its key's user is unknown.
    let user: String?
    do {
      guard let entry = try store.entry(of: environment) else {
        throw AccountError.notSignedIn(environment: environment.name)
      }
      user = entry.user
    } catch AccountError.damaged {
      user = nil
    }
    try await store.remove(of: environment)
    return SignedOut(
      user: user, environment: client.environmentID(of: environment),
      owner: user.map { environment.owner(account: $0) })
  }

  /// The request for an environment's account.
  ///
  /// Its address is absolute: if the user switches the environment meanwhile, the client does not send
  /// the key to the new one.
  private func request(in environment: APIEnvironment) -> APIRequest {
    let path = [environment.version ?? "", "account"].filter { !$0.isEmpty }
    var request = APIRequest(
      url: environment.baseURL.appending(path: path.joined(separator: "/")))
    request.isConfidential = true
    return request
  }

  private func account(
    _ request: APIRequest, in environment: APIEnvironment
  ) async throws -> Account {
    do {
      let dto: AccountDTO = try await request.response(on: client).resource()
      return try AccountMapper.map(from: dto, in: client.environmentID(of: environment))
    } catch APIError.unauthorized {
      throw AccountError.keyRefused(environment: environment.name)
    }
  }
}
