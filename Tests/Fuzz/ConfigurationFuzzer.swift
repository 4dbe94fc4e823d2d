import CoreJSON
import FoundationEssentials
import WebAPI

@testable import SeashellKit

/// The input is the text of a `config.json`.
func fuzzConfiguration(_ input: [UInt8]) {
  guard let text = String(validating: input, as: UTF8.self) else { return }
  let lines = lineCount(of: input)
  var parsed: JSON5Value?
  do throws(JSON5Error) {
    parsed = try JSON5Parser.parse(text)
  } catch {
    promise((1...lines).contains(error.line))
    checkBound(error.message)
  }
  if let parsed { checkLines(of: parsed, in: 1...lines) }
  checkJSON(text, parsed)
  do throws(ConfigurationError) {
    let configuration = try Configuration(parsing: text, from: "/nowhere/config.json")
    promise(parsed != nil)
    check(configuration)
  } catch {
    promise(error.line.map { (1...lines).contains($0) } ?? false)
    checkBound(error.message)
    if let hint = error.hint { checkBound(hint) }
  }
}

private func lineCount(of text: [UInt8]) -> Int {
  1
    + text.indices.count { index in
      text[index] == 0x0A
        || text[index] == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A)
    }
}

private func checkLines(of value: JSON5Value, in lines: ClosedRange<Int>) {
  promise(lines.contains(value.line))
  switch value.content {
  case .array(let elements):
    for element in elements { checkLines(of: element, in: value.line...lines.upperBound) }
  case .object(let members):
    for member in members {
      promise((value.line...lines.upperBound).contains(member.line))
      checkLines(of: member.value, in: member.line...lines.upperBound)
    }
  case .null, .boolean, .number, .string: break
  }
}

/// What is JSON is JSON5 of the same meaning.
private func checkJSON(_ text: String, _ parsed: JSON5Value?) {
  guard depth(of: text) <= 32, let value = try? JSONValue(json: text) else { return }
  guard let parsed else { breach("JSON is not taken") }
  // Of members with one name, JSON takes the last.
  guard !hasDoubles(parsed) else { return }
  promise(isSame(parsed, value))
}

private func depth(of text: String) -> Int {
  text.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
}

private func hasDoubles(_ value: JSON5Value) -> Bool {
  switch value.content {
  case .array(let elements): elements.contains(where: hasDoubles)
  case .object(let members):
    Set(members.map(\.name)).count < members.count
      || members.contains { hasDoubles($0.value) }
  case .null, .boolean, .number, .string: false
  }
}

private func isSame(_ left: JSON5Value, _ right: JSONValue) -> Bool {
  switch (left.content, right) {
  case (.null, .null): true
  case (.boolean(let left), .bool(let right)): left == right
  case (.number(let left), .integer(let right)): left == Double(right)
  case (.number(let left), .number(let right)): left == right.double
  case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
  case (.array(let left), .array(let right)):
    left.count == right.count && zip(left, right).allSatisfy(isSame)
  case (.object(let left), .object(let right)):
    left.count == right.count
      && left.allSatisfy { member in right[member.name].map { isSame(member.value, $0) } ?? false }
  default: false
  }
}

/// What is taken is what the shell may go by.
private func check(_ configuration: Configuration) {
  for environment in configuration.environments {
    promise((1...64).contains(environment.name.utf8.count))
    promise(["http", "https"].contains(environment.baseURL.scheme?.lowercased()))
    promise(environment.baseURL.host()?.isEmpty == false)
    promise(environment.baseURL.user() == nil && environment.baseURL.password() == nil)
    promise((0...20).contains(environment.maximumRedirects))
    promise((1_024...(16 << 20)).contains(environment.transport.maximumHeaderSize))
    promise(environment.transport.totalTimeout > .zero)
  }
}
