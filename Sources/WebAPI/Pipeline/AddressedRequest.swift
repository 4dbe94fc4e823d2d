import FoundationEssentials
import WebMessages

/// A request with its address, already checked.
///
/// A redirect changes the address, and may remove the credentials.
struct AddressedRequest {
  var request: APIRequest

  var address: URL

  /// Whether credentials may be sent to the address: it belongs to the client's own service and is secure.
  var mayCarryCredentials: Bool

  var authorizer: (any Authorizer)?

  /// Whether the credentials may still be renewed after a 401.
  var mayRecover: Bool

  /// Whether the circuit breaker has already let it pass.
  var wasPermitted = false

  var timeLimit: TimeLimit?

  /// Whether the request is for the client's own service.
  let isHome: Bool

  let isStreamed: Bool

  let isEndless: Bool

  init(
    _ original: APIRequest, of client: APIClientSnapshot, isStreamed: Bool, isEndless: Bool
  ) throws(APIError) {
    if let refusal = original.refusal { throw refusal }
    if let owner = original.owner, owner.address != client.address {
      throw APIError(owner, at: client.address, original)
    }
    request = original
    let omitted = request.headers.omitted
    if omitted.contains("idempotency-key") { request.idempotencyKey = nil }
    var address = try original.address(
      base: client.settings.baseURL, version: client.settings.version,
      format: client.settings.format)
    if let home = request.home, Origin(address) != home {
      // A body may have a credential in it.
      guard request.body == nil, client.settings.allowedOrigins.contains(Origin(address)) else {
        throw APIError(leaving: home, for: Origin(address), request)
      }
      address = home.secured(address)
      if Origin(address) != home { request = request.stripped }
    }
    let origin = Origin(address)
    self.address = address
    request.url = address
    request.origin = origin
    isHome = origin == client.settings.home
    mayCarryCredentials = isHome && origin.mayCarryCredentials
    if request.isConfidential, !mayCarryCredentials { throw APIError(insecure: origin) }
    let isAuthorized = request.authorizes && !omitted.contains("authorization")
    authorizer = mayCarryCredentials && isAuthorized ? client.settings.authorizer : nil
    if let account = request.owner?.account, authorizer == nil {
      throw APIError(
        .unauthorized, detail: "there are no credentials of \(account)",
        request: request.description)
    }
    mayRecover = authorizer != nil
    self.isStreamed = isStreamed
    self.isEndless = isEndless
  }

  /// Whether the authorizer may help after a response: after 401, and after a 403 to a request without a credential, by
  /// which some servers ask for one.
  func mayRecover(from head: ResponseHead) -> Bool {
    guard mayRecover, head.mayCarryCredentials else { return false }
    if head.response.status == 401 { return true }
    let answer = APIResponse(
      statusCode: head.response.status, headers: head.response.headers, request: head.request)
    return answer.statusCode == 403 && !head.request.hasCredential && !answer.isLimited
  }
}

extension APIError {
  /// The error of a request that was made for another address than the client's.
  init(_ owner: DataOwner, at address: String, _ request: APIRequest) {
    self.init(
      .invalid,
      detail: "it was made for \(owner.environment) at \(owner.address), and the client is at"
        + " \(address)",
      request: request.description)
  }

  /// The error of a list whose next page is on another service.
  init(leaving home: Origin, for origin: Origin, _ request: APIRequest) {
    self.init(
      .unavailable, detail: "the next page is at \(origin), but a list must stay at \(home)",
      request: request.description)
    if request.body != nil { return }
    remedy = "if it may go on there, add '\(origin)' to 'allowedOrigins' of the API in config.json"
  }

  /// The error of credentials that must not be sent to an origin.
  init(insecure origin: Origin) {
    self.init(
      .invalid,
      detail: "credentials go only to the client's own service, over https or to this machine,"
        + " and not to \(origin.scheme)://\(origin.host)")
  }
}
