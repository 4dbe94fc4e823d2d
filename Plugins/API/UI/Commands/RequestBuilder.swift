import FoundationEssentials
import SeashellKit

/// Builds the request of a command from its arguments.
@MainActor
struct RequestBuilder {
  /// The maximum size of a body from standard input: 32 MiB.
  private static let maximumInput = 32 << 20

  private let arguments: BoundArguments
  private let method: HTTPMethod

  init(_ arguments: BoundArguments, method: HTTPMethod) {
    self.arguments = arguments
    self.method = method
  }

  /// - Throws: ``ShellError`` with the index of the wrong word.
  func request(
    to environment: APIEnvironment, _ console: any Console
  ) async throws -> APIRequest {
    var target = try at("PATH") {
      try RequestTarget(arguments.text("PATH") ?? "", of: environment)
    }
    for (text, word) in given("query") {
      target.append(try Self.at(word) { try RequestField(text, of: "--query") })
    }
    var request = APIRequest(url: try target.url, method: method)
    for (text, word) in given("header") {
      let field = try Self.at(word) { try RequestHeader(text) }
      request.headers.add(field.name, field.value)
    }
    // Only the response shows whether a POST created something.
    request.announces = .ifCreated
    // The user's own credentials take precedence over those of the session.
    if request.headers["Authorization"] != nil { request.authorizes = false }
    guard method.isWrite, var body = try await body(console) else { return request }
    if let type = request.headers["Content-Type"] {
      guard !arguments.flag("form") else {
        throw ShellError(
          .usage, "--form sets its own Content-Type", word: arguments.word(of: "form"))
      }
      body.contentType = type
      request.headers["Content-Type"] = nil
    }
    request.body = body
    return request
  }

  private func body(_ console: any Console) async throws -> APIBody? {
    let names = ["json", "form", "body-file"].filter { arguments.flag($0) }
    if names.count > 1 {
      throw ShellError(
        .usage, "--\(names[0]) and --\(names[1]) cannot be used together",
        word: arguments.word(of: names[1]))
    }
    switch names.first {
    case "json": return try at("json") { try .json(checking: arguments.text("json") ?? "") }
    case "form": return try form()
    case "body-file":
      guard let path = arguments.text("body-file"), path != "-" else {
        let input = try await console.readInput(upTo: Self.maximumInput)
        return .data(Data(input.utf8), contentType: "application/octet-stream")
      }
      return try at("body-file") { try BodyFile.body(path) }
    default: return nil
    }
  }

  private func form() throws -> APIBody {
    var form = FormData()
    for (text, word) in given("form") {
      try Self.at(word) {
        let field = try RequestField(text, of: "--form")
        if field.value.hasPrefix("@") {
          let file = String(field.value.dropFirst())
          form.append(
            field.name,
            FormData.Part(
              try BodyFile.content(file), fileName: BodyFile.name(of: file),
              contentType: BodyFile.type(of: file)))
        } else {
          form.append(field.name, field.value)
        }
      }
    }
    return .formData(form)
  }

  /// The values of an option, with the indices of their words.
  private func given(_ name: String) -> Zip2Sequence<[String], [Int]> {
    zip(arguments.texts(name), arguments.words(of: name))
  }

  private func at<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    try Self.at(arguments.word(of: name), body)
  }

  /// Runs a closure, and adds the index of a word to the error that it throws.
  private static func at<Result>(_ word: Int?, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as ShellError {
      error.word = word
      throw error
    }
  }
}
