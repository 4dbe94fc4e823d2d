import FoundationEssentials
import SeashellKit

@MainActor
struct AllPages {
  let invocation: Invocation
  let request: APIRequest

  private var isIndented: Bool { invocation.chosenFormat == "json" }

  /// Requests the pages one after the other, and writes each as it arrives.
  ///
  /// If a page fails, the elements before it are written, and the array is not closed.
  func write(from client: EnvironmentClient) async throws {
    let response = try await request.response(on: client)
    try response.verify()
    guard let paging = Paging(of: response) else {
      throw ShellError(
        .unavailable, "the response to \(request) is not a JSON list, so it has no pages",
        hint: "leave out --all to see it")
    }
    var output = ResponseBody(
      ResponseBody.isRecords(invocation)
        ? .records(try invocation.output.json(named: request.description))
        : .bytes(
          try isIndented ? invocation.output.jsonBytes() : invocation.output.bytes()))
    var isFirst = true
    let first: APIPage<JSONValue> = try response.pagedResource(paging: paging)
    do {
      try await first.forEachPage(
        of: "elements",
        following: { try await $0.response(on: client).pagedResource(paging: paging) }
      ) { page in
        for element in page.elements {
          try Task.checkCancellation()
          try output.write((isFirst ? "[" : ",").utf8)
          isFirst = false
          if isIndented { try output.write("\n  ".utf8) }
          for piece in pieces(of: element) { try output.write(piece) }
        }
        try await invocation.output.room()
      }
    } catch {
      if !isFirst { try output.endEarly() }
      throw error
    }
    try output.write((isFirst ? "[]\n" : isIndented ? "\n]\n" : "]\n").utf8)
    try output.end()
  }

  private func pieces(of element: JSONValue) -> [[UInt8]] {
    isIndented ? Array(JSONIndenter(element.jsonBytes, depth: 1)) : [element.jsonBytes]
  }
}
