import FoundationEssentials
import SeashellHosting
import SeashellKit

@MainActor
struct RequestBuilder {
  /// The maximum size of a body from standard input: 32 MiB.
  private static let maximumInput = 32 << 20

  let invocation: Invocation
  let parameters: RequestParameters
  let method: HTTPMethod
  let waits: Bool

  /// - Throws: ``ShellError`` with the index of the wrong word; `QueueError` if a request to be queued
  ///   contains a credential.
  func request(_ path: GivenText, to environment: APIEnvironment) async throws -> APIRequest {
    let request = try await completed(path, to: environment)
    if waits, let name = request.credentialName { throw QueueError(credential: name) }
    return request
  }

  private func completed(
    _ path: GivenText, to environment: APIEnvironment
  ) async throws -> APIRequest {
    var target = try invocation.pointing(at: parameters.path) {
      try RequestTarget(path, of: environment)
    }
    for field in invocation[parameters.query] { target.append(field) }
    var request = APIRequest(url: try target.url, method: method)
    for field in invocation[parameters.header] {
      if let problem = request.headers.add(typed: field.parameterText) {
        throw invocation.usageError("--header \(problem)", at: parameters.header)
      }
    }
    // Only the response shows whether a POST created something.
    request.announces = .ifCreated
    request.followsRedirects = !invocation[parameters.keepsRedirects]
    // The user's own credentials take precedence over the session's.
    if request.headers["Authorization"] != nil { request.authorizes = false }
    guard var body = try await body(of: request.headers["Content-Type"]) else { return request }
    if let type = request.headers["Content-Type"] {
      guard !parameters.sendsBody || invocation[parameters.form].isEmpty else {
        throw invocation.usageError("--form sets its own Content-Type", at: parameters.form)
      }
      body.contentType = type
      request.headers["Content-Type"] = nil
    }
    request.body = body
    return request
  }

  private func body(of type: String?) async throws -> APIBody? {
    if parameters.takesBody, let whole = invocation[parameters.body] {
      try checkIsOnlyBody()
      let usual = "application/json"
      if whole.isWritten("-") { return try await input(of: usual) }
      switch whole.reference {
      case .file(let name): return try await file(name.text, of: usual, at: parameters.body)
      case .text(let text) where type != nil: return .data(Data(text.utf8), contentType: "")
      case .text(let text):
        return try invocation.pointing(at: parameters.body) {
          try .json(
            checking: text, of: "--body", hint: "--header Content-Type:TYPE sends another type")
        }
      }
    }
    guard parameters.sendsBody else { return nil }
    let (json, fields, bodyFile) = (
      invocation[parameters.json], invocation[parameters.form], invocation[parameters.bodyFile]
    )
    if !invocation[parameters.fields].isEmpty {
      guard json == nil, fields.isEmpty, bodyFile == nil else {
        throw invocation.usageError(
          "'FIELD' cannot be used with --json, --form or --body-file", at: parameters.fields)
      }
      return .json(.object(try await BodyWord.object(of: parameters.fields, in: invocation)))
    }
    if let json {
      guard fields.isEmpty else {
        throw invocation.usageError(
          "--json and --form cannot be used together", at: parameters.form)
      }
      try checkIsOnly("--json")
      let hint = json.utf8.first == UInt8(ascii: "@") ? "'--body-file FILE' sends a file" : nil
      return try invocation.pointing(at: parameters.json) {
        try .json(checking: json, of: "--json", hint: hint)
      }
    }
    if !fields.isEmpty {
      try checkIsOnly("--form")
      return try await form(fields)
    }
    guard let bodyFile else { return nil }
    if bodyFile.isWritten("-") { return try await input() }
    return try await file(bodyFile.text, at: parameters.bodyFile)
  }

  private func input(of type: String = "application/octet-stream") async throws -> APIBody {
    let input = try await invocation.console.readInput(upTo: Self.maximumInput)
    return .data(Data(input.utf8), contentType: type)
  }

  /// - Parameter type: the media type, if it is not that of the file's name.
  private func file(
    _ file: String, of type: String? = nil, at option: Option<GivenText?>
  ) async throws -> APIBody {
    let type = type ?? BodyFile.type(of: file)
    guard waits else {
      return try invocation.pointing(at: option) { try BodyFile.body(file, of: type) }
    }
    let content = await offMain { Result { try BodyFile.content(file) } }
    return try invocation.pointing(at: option) {
      .data(try content.get(), contentType: type)
    }
  }

  private func checkIsOnlyBody() throws {
    guard parameters.sendsBody else { return }
    let isOnly =
      invocation[parameters.fields].isEmpty && invocation[parameters.json] == nil
      && invocation[parameters.form].isEmpty && invocation[parameters.bodyFile] == nil
    guard !isOnly else { return }
    throw invocation.usageError(
      "--body cannot be used with FIELD, --json, --form or --body-file", at: parameters.body)
  }

  private func checkIsOnly(_ option: String) throws {
    guard invocation[parameters.bodyFile] != nil else { return }
    throw invocation.usageError(
      "\(option) and --body-file cannot be used together", at: parameters.bodyFile)
  }

  private func form(_ fields: [RequestField]) async throws -> APIBody {
    var form = FormData()
    for (index, field) in fields.enumerated() {
      switch field.value.reference {
      case .text(let text): form.append(field.name, text)
      case .file(let name):
        let file = name.text
        let found = await offMain { Result { try BodyFile.content(file) } }
        let content = try invocation.pointing(at: parameters.form, index: index) { try found.get() }
        form.append(
          field.name,
          FormDataPart(
            content, fileName: BodyFile.name(of: file), contentType: BodyFile.type(of: file)))
      }
    }
    return .formData(form)
  }
}
