import FoundationEssentials
import SeashellKit

/// Makes a request of a command's words.
@MainActor
struct RequestWords {
  /// How much standard input may hold, in bytes: 32 MiB.
  private static let longestInput = 32 << 20

  private let arguments: BoundArguments
  private let method: HTTPMethod

  init(_ arguments: BoundArguments, method: HTTPMethod) {
    self.arguments = arguments
    self.method = method
  }

  /// The request, for an environment.
  ///
  /// - Throws: ``ShellError`` whose word is the one that does not fit.
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
    // Only the answer tells whether a POST has made something or has searched.
    request.announces = .ifCreated
    // What the user says of themselves is not to be replaced by what the session says.
    if request.headers["Authorization"] != nil { request.authorizes = false }
    guard method.isWrite, var body = try await body(console) else { return request }
    if let type = request.headers["Content-Type"] {
      guard !arguments.flag("form") else {
        throw ShellError(
          .usage, "--form says itself what its Content-Type is", word: arguments.word(of: "form"))
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
        .usage, "--\(names[0]) and --\(names[1]) exclude each other",
        word: arguments.word(of: names[1]))
    }
    switch names.first {
    case "json": return try at("json") { try JSONText.body(arguments.text("json") ?? "") }
    case "form": return try form()
    case "body-file":
      guard let path = arguments.text("body-file"), path != "-" else {
        let input = try await console.readInput(upTo: Self.longestInput)
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
            field.name, file: try BodyFile.content(file), fileName: BodyFile.name(of: file),
            contentType: BodyFile.type(of: file))
        } else {
          form.append(field.name, field.value)
        }
      }
    }
    return .form(form)
  }

  /// The values of an option, with the words that gave them.
  private func given(_ name: String) -> Zip2Sequence<[String], [Int]> {
    zip(arguments.texts(name), arguments.words(of: name))
  }

  private func at<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    try Self.at(arguments.word(of: name), body)
  }

  /// Says of an error which word it is about.
  private static func at<Result>(_ word: Int?, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as ShellError {
      error.word = word
      throw error
    }
  }
}
