import CoreJSON
import FoundationEssentials
import Glibc
import SeashellKit
import ShellCommands
import ShellLanguage
import WebAuthorization

struct AddAPI: Command {
  let manager: APIManager
  let name = Argument<String>("NAME", "the API's name, which precedes its commands")
  let source = Argument<String?>(
    "SOURCE", "the URL or file of its description, or the address where one is looked for",
    completion: "files")
  let address = Option<String?>(
    "url", value: "URL", "the address of the API, for a description in a file")
  let environment = Option<String?>(
    "environment", value: "NAME", "the name of its environment; by default live, or local")
  let isProduction = Flag("production", "real customers use this environment")
  let header = Option<GivenCredential?>(
    "header", "send this credential for the description, to its server only", isSecret: true)
  let schemeID = Option<String?>(
    "scheme", value: "ID", "keep the credential of --header, as this scheme of the description",
    length: 1...255)
  let isFromCurl = Flag(
    "from-curl", "take the API from a line of curl on standard input; a prompt opens an editor")
  let isConfirmed = Flag("yes", "do not ask; it agrees to no other origin and no plain http")

  var specification: CommandSpecification {
    var specification = CommandSpecification(
      "add", abstract: "Add an API, by its OpenAPI description",
      discussion: """
        SOURCE is the address of a description, a file, or the address of the API. For the address \
        of an API the description is looked for where the answer's Link and .well-known/api-catalog \
        lead, and at usual places such as openapi.json, swagger.json, v3/api-docs and api/schema/. \
        OpenAPI 2.0, 3.0 and 3.1 are read, in JSON and YAML. If there is no description, it says \
        what was found instead, and the API is added with its address alone. A file needs \
        --url, unless it names a server and you agree to it at a terminal. If --url is an origin alone, the first server gives the path.

        It shows what was found, and asks. The description's servers give the path only: the origin \
        is the one that you type. You agree one by one to other origins, to plain http to another \
        machine, and to a promise that a write with an Idempotency-Key is carried out once, at a \
        terminal.

        No credential is sent for a description unless you give one: by --header, or at a terminal when the \
        address of a description needs one. Only the server of that address gets it. It is kept for the \
        API's requests if you say so when asked, or by --scheme: in a file that only you can read, not \
        in config.json. If the API declares no schemes, the ID is auth.

        --from-curl reads a line of curl, as a browser's 'Copy as cURL (bash)' or a page of documentation has it, \
        and takes from it the address, the header fields that the API needs, and the credential, which is \
        stored as 'session login' does it. Then it shows how to send that request: \
        'seashell api add items --from-curl --yes < copied.txt'.

        The API is written into config.json, under 'apis'. The file may be committed and shared: with it \
        another machine needs no 'api add', only 'api refresh NAME' once for a description that has an \
        address. Each operation is a command, NAME GROUP COMMAND: 'help apis' \
        tells more.
        """,
      examples: [
        .init(
          "api add --help",
          "explains it; 'api add items https://api.example.com' adds the API items")
      ],
      parameters: [
        name, source, address, environment, isProduction, header, schemeID, isFromCurl,
        isConfirmed,
      ])
    specification.arguments[1].isRequired = true
    specification.arguments[1].unless = ["from-curl"]
    specification.sendsRequests = true
    return specification
  }

  func run(_ invocation: Invocation) async throws {
    let name = invocation[name]
    if let problem = manager.apis.objection(to: name) {
      throw invocation.usageError(
        "'\(name)' cannot be the name of an API: \(problem)", at: self.name)
    }
    var credential = invocation[header]
    let request = invocation[isFromCurl] ? try await pasted(invocation) : nil
    var (offer, new) =
      if let request { try await found(request, invocation) } else {
        try await found(name, &credential, invocation)
      }
    if let new {
      do {
        try offer.examine(new.index)
      } catch let error as DescriptionError {
        throw error.shellError(of: invocation[source] ?? name)
      }
    }
    let possible = try scheme(for: credential, of: offer, invocation)
    try await agree(to: &offer, name, invocation)
    let keptScheme = try await kept(credential, as: possible, of: name, invocation)
    if let keptScheme { offer.keep(keptScheme) }
    try await manager.apis.editConfiguration(
      [.set(["apis", name], offer.json)] + (request?.edits(of: name) ?? []))
    if let new { manager.keep(new, as: name, report: invocation.report) }
    manager.apis.reload(name)
    let count = offer.description?.operationCount ?? 0
    invocation.report(
      count > 0
        ? "added with \(DescriptionText.operations(count)); 'help \(name)' lists their commands, 'env use \(offer.id(name))' goes there"
        : "added without operations; 'api get \(name):PATH' sends requests")
    if let credential, let keptScheme {
      try await keep(credential, for: keptScheme, of: name, invocation)
    }
    if let request { try await finish(request, offer, name, invocation) }
  }

  private func found(
    _ name: String, _ credential: inout GivenCredential?, _ invocation: Invocation
  ) async throws -> (APIOffer, LoadedDescription?) {
    let text = invocation[source] ?? ""
    guard text.contains("://") else {
      if credential != nil {
        throw invocation.usageError("--header is for a description at an address", at: header)
      }
      return try await foundFile(text, invocation)
    }
    let url = try invocation.pointing(at: source) {
      guard let url = URL(string: text), url.host()?.isEmpty == false,
        ["http", "https"].contains(url.scheme?.lowercased()), url.user() == nil
      else { throw ShellError(.usage, "'\(text)' is not an https or http URL") }
      return url
    }
    if invocation[address] != nil {
      throw invocation.usageError("--url is for a description in a file", at: address)
    }
    switch try await search(url, &credential, invocation) {
    case .found(let found):
      let new = try await manager.read(
        found, source: found.url.absoluteString, agreed: [],
        by: credential?.transport(for: url, over: manager.transport))
      let offer = try APIOffer(
        new.index.description, at: found.url, typed: url, isBase: found.route != .typed,
        options(invocation))
      return (offer, new)
    case .none(let absence):
      if let elsewhere = absence.offeredElsewhere.first {
        throw ShellError(
          .usage, "the description is on another origin: \(elsewhere.absoluteString)",
          hint: "add the API by that address if you trust it")
      }
      guard !DescriptionFetcher.looksLikeDocument(url) else {
        throw ShellError(
          .notFound, "there is no description at \(text)",
          hint: "to add the API without one, give its address")
      }
      invocation.report("there is no description at \(text)")
      return (try APIOffer(without: url, absence.notes(at: url), options(invocation)), nil)
    }
  }

  private func foundFile(
    _ text: String, _ invocation: Invocation
  ) async throws -> (APIOffer, LoadedDescription) {
    let path = text.hasPrefix("/") ? text : "\(FilePaths.current)/\(text)"
    let new = try await manager.read(file: path)
    return try invocation.pointing(at: address) {
      let offer = try APIOffer(
        new.index.description, inFile: path, url: invocation[address], options(invocation))
      return (offer, new)
    }
  }

  @MainActor
  func options(_ invocation: Invocation) -> APIOffer.Options {
    APIOffer.Options(
      environment: invocation[environment], isProduction: invocation[isProduction])
  }

  private func agree(
    to offer: inout APIOffer, _ name: String, _ invocation: Invocation
  ) async throws {
    let console = invocation.console
    let lines = offer.lines(name)
    if let problem = offer.plainHTTP {
      guard console.isInteractive else {
        throw ShellError(
          .usage, "\(problem), which is not encrypted",
          hint: "write the API into config.json if that is right")
      }
    }
    if !console.isInteractive, let address = offer.untypedAddress {
      throw ShellError(
        .usage, "only the description says that the API is at \(address)",
        hint: "pass --url \(Quotation.quoted(address)) if that is right")
    }
    if invocation[isConfirmed], offer.untypedAddress == nil {
      for line in lines { invocation.report(line) }
    } else {
      guard console.isInteractive else {
        throw ShellError(
          .usage, "not a terminal, so I can't ask whether to add '\(name)': \(lines[0])",
          hint: "pass --yes")
      }
      guard try await console.confirm("Add it as '\(name)'?", below: lines) else {
        throw ShellError(.failed, "nothing was added")
      }
    }
    if let problem = offer.plainHTTP,
      try await !console.confirm("\(problem), which is not encrypted; go on?")
    {
      throw ShellError(.failed, "nothing was added")
    }
    try await offer.agreeToClaims(console) { invocation.report($0) }
  }
}
