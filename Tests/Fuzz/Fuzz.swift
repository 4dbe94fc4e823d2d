import Glibc

/// What is fuzzed, chosen by the environment's `FUZZ_TARGET`.
private enum FuzzTarget: String {
  case parser, answers, events, documents, configuration, records, reader, descriptions
  case expressions, schemas

  static let chosen = getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }
}

/// libFuzzer calls this with every input.
///
/// A broken promise is a trap, which libFuzzer reports together with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  switch FuzzTarget.chosen {
  case .parser: fuzzParser(input)
  case .answers: fuzzAnswer(input)
  case .events: fuzzEvents(input)
  case .documents: fuzzDocument(input)
  case .configuration: fuzzConfiguration(input)
  case .records: fuzzRecords(input)
  case .reader: fuzzReader(input)
  case .descriptions: fuzzDescription(input)
  case .expressions: fuzzExpression(input)
  case .schemas: fuzzSchema(input)
  case nil: breach("FUZZ_TARGET names no target")
  }
  return 0
}

/// Ends the run where a promise is not kept, and says which one by its line.
func promise(_ isKept: Bool, file: StaticString = #fileID, line: UInt = #line) {
  if !isKept { breach("it is not so", file: file, line: line) }
}

/// Ends the run.
func breach(
  _ what: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  print("broken promise at \(file):\(line): \(what)")
  fflush(nil)
  abort()
}

/// What is said about a failure has a bound.
func checkBound(_ text: String) {
  promise(!text.isEmpty && text.utf8.count <= 4_096)
}
