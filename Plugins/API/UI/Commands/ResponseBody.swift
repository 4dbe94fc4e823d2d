import SeashellHosting
import SeashellKit

/// Writes the body of a response, as the server sent it or as records.
@MainActor
struct ResponseBody {
  enum Form {
    case bytes(OutputBytes)
    case records(OutputJSON)
    /// JSON values, one a line.
    case stream(OutputJSON)
    /// An error's body, where records are wanted.
    case nothing
  }

  private var form: Form
  private var isEmpty = true

  init(_ form: Form) {
    self.form = form
  }

  mutating func write(_ piece: some Collection<UInt8>) throws {
    if piece.isEmpty { return }
    isEmpty = false
    switch form {
    case .bytes(var bytes):
      defer { form = .bytes(bytes) }
      try bytes.write(piece)
    case .records(let json): try json.write(piece)
    // The mark before each value of `application/json-seq` is no part of it.
    case .stream(let json): try json.write(piece.filter { $0 != 0x1E })
    case .nothing: break
    }
  }

  mutating func end() throws {
    switch form {
    case .bytes(var bytes): try bytes.end()
    // A body without a byte, as of status 204, is not an empty list.
    case .records(let json): if !isEmpty { try json.end() }
    case .stream(let json): try json.end()
    case .nothing: break
    }
  }

  /// Ends a body whose rest did not come: what came is shown whole.
  mutating func endEarly() throws {
    switch form {
    case .bytes(var bytes): try bytes.end()
    // A number ends with the byte after it.
    case .records(let json), .stream(let json): try json.write("\n".utf8)
    case .nothing: break
    }
  }

  /// Whether JSON is written as records: to a stage or a terminal, or in another format than JSON.
  static func isRecords(_ invocation: Invocation) -> Bool {
    invocation.output.takesRecords || mustBeRecords(invocation)
  }

  /// Whether nothing else can be written: to a stage, or in another format than JSON.
  static func mustBeRecords(_ invocation: Invocation) -> Bool {
    invocation.output.feedsStage || invocation.chosenFormat.map { $0 != "json" } ?? false
  }

  /// The error of a request that succeeded with another body than the wanted one.
  static func error(
    _ status: Int, _ request: APIRequest, _ problem: String, hint: String = "leave out -o to see it"
  ) -> ShellError {
    ShellError(
      .unavailable,
      "\(request) succeeded with \(status), but the body is not JSON: \(problem)", hint: hint)
  }

  /// How a body of another type is read or shown, given its first bytes.
  static func hint(
    _ type: String?, _ start: some Collection<UInt8>, isForStage: Bool
  ) -> String {
    guard isForStage else { return "leave out -o to see it" }
    let first = start.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let format =
      switch MediaType.name(type) {
      case "text/csv": "csv"
      case "text/tab-separated-values": "tsv"
      default: isJSON ? "json" : "lines"
      }
    return "'| from \(format)' behind it reads the body"
  }
}
