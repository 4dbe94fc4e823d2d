import FoundationEssentials
import SeashellKit
import ShellCommands
import WebAuthorization
import WebMessages

extension AddAPI {
  /// The size limit of a pasted text, in bytes.
  private static let longestText = 1 << 20

  /// Reads the request of `--from-curl`: in an editor at a prompt, otherwise from standard input.
  func pasted(_ invocation: Invocation) async throws -> PastedRequest {
    if invocation[source] != nil {
      throw invocation.usageError("SOURCE and --from-curl cannot be used together", at: source)
    }
    if invocation[address] != nil {
      throw invocation.usageError("--url and --from-curl cannot be used together", at: address)
    }
    if invocation[header] != nil {
      throw invocation.usageError("--header and --from-curl cannot be used together", at: header)
    }
    let console = invocation.console
    let text: String
    if invocation.isTyped {
      var question = Question("curl", alternative: "the line on standard input", isLong: true)
      question.opensEditor = true
      question.present = "# Paste the line of curl here, save, and leave the editor."
      text = try await console.ask(question)
    } else {
      if console.isInteractive { console.instruct("paste the line of curl, then press Ctrl-D") }
      text = try await console.readInput(upTo: Self.longestText)
    }
    return try PastedRequest(try CurlCommandLine(text))
  }

  /// Looks for a description at the presumable address of a request's API.
  func found(
    _ request: PastedRequest, _ invocation: Invocation
  ) async throws -> (APIOffer, LoadedDescription?) {
    guard let base = URL(string: request.base) else {
      throw ShellError(.usage, "the line of curl has no valid address")
    }
    var (offer, new): (APIOffer, LoadedDescription?)
    switch try await manager.find(base) {
    case .found(let found):
      let read = try await manager.read(found, source: found.url.absoluteString, agreed: [])
      // A damaged index is an error later, when the servers are examined.
      let typed = (try? request.base(of: read.index)).flatMap { URL(string: $0) } ?? base
      (offer, new) = (
        try APIOffer(
          read.index.description, at: found.url, typed: typed, isBase: found.route != .typed,
          options(invocation)),
        read
      )
    case .none(let absence):
      invocation.report("there is no description at \(base.absoluteString)")
      if let elsewhere = absence.offeredElsewhere.first {
        invocation.report("its answer names one on another origin: \(elsewhere.absoluteString)")
      }
      (offer, new) = (
        try APIOffer(without: base, absence.notes(at: base), options(invocation)), nil
      )
    }
    offer.notes += request.lines
    if new == nil, !["", "/"].contains(base.path) {
      offer.notes.append(
        "the API's address is a guess; 'baseURL' in config.json changes it")
    }
    return (offer, new)
  }

  /// Stores the credentials of a request whose API was added, and shows the first line to try.
  func finish(
    _ request: PastedRequest, _ offer: APIOffer, _ name: String, _ invocation: Invocation
  ) async throws {
    var failure: ShellError?
    do {
      let api = try manager.apis.api(name)
      for key in request.keys {
        guard let secret = key.secret else {
          invocation.report("'session login \(name)' asks for the credential")
          continue
        }
        guard let keeper = manager.apis.keeper else {
          throw ShellError(.failed, "this shell has no module that stores credentials")
        }
        try await keeper.keep(
          Credential(user: key.user, secret: secret, origin: api.client.environment.baseURL.origin),
          for: SecurityScheme("auth", key.kind), of: api)
      }
    } catch {
      failure = ShellError(error)
    }
    let example = request.example(of: name, at: offer.url)
    if let notice = example.notice { invocation.report(notice) }
    invocation.report("try: \(example.line)")
    if let failure {
      throw ShellError(
        failure.code, "the credential was not stored: \(failure.message)",
        hint: "'session login \(name)' asks for it")
    }
  }
}
