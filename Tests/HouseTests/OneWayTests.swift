import Foundation
import Testing

/// Folders of a target, and files of it, that name each other's types.
///
/// A newcomer can read neither of two such folders first. Types inside types are left out.
@Suite struct OneWayTests {
  @Test func `no two folders of a target name each other's types, and no two files do`() throws {
    var found: [TwoWayPair] = []
    var count = 0
    for files in try ImportTests.targets().values {
      var names: [String: TypeNames] = [:]
      for file in files {
        let path = file.path.dropFirst(ImportTests.root.path.count + 1)
        names[String(path)] = TypeNames(of: try String(contentsOf: file, encoding: .utf8))
      }
      let broken = names.filter { !$0.value.isWhole }.keys
      #expect(broken.isEmpty, "not read to the end")
      count += names.count
      found += TwoWayPair.all(in: names)
    }
    if !found.isEmpty { Issue.record("\(found.map(\.description).joined(separator: "\n"))") }
    #expect(count > 800, "the files were not found")
  }

  private func pairs(in sources: [String: String]) -> [TwoWayPair] {
    TwoWayPair.all(in: sources.mapValues(TypeNames.init(of:)))
  }

  @Test func `two files that name each other's types are found`() {
    let pairs = pairs(in: [
      "Shop/Cart.swift": "struct Cart { var owner: Customer? }",
      "Shop/Customer.swift": "public final class Customer { func fill(_ cart: Cart) {} }",
      "Shop/Price.swift": "extension Cart { var owners: [Customer] { [] } }",
    ])
    #expect(
      pairs.map(\.description) == [
        """
        Shop/Cart.swift and Shop/Customer.swift
          Shop/Cart.swift names Customer of Shop/Customer.swift
          Shop/Customer.swift names Cart of Shop/Cart.swift
        """
      ])
  }

  @Test func `two folders that name each other's types by different files are found`() {
    let pairs = pairs(in: [
      "Shop/Carts/Cart.swift": "protocol Cart { associatedtype Owner: Customer }",
      "Shop/Carts/Total.swift": "enum Total {}",
      "Shop/People/Customer.swift": "@MainActor\nprotocol Customer: AnyObject {}",
      "Shop/People/Bill.swift": "let text = \"\\(Total.self)\"",
    ])
    #expect(
      pairs.map(\.description) == [
        """
        Shop/Carts and Shop/People
          Shop/Carts/Cart.swift names Customer of Shop/People/Customer.swift
          Shop/People/Bill.swift names Total of Shop/Carts/Total.swift
        """
      ])
  }

  @Test(arguments: [
    "struct Two {}  // One", "struct Two {} /* a /* b */ One */", "/// One\nstruct Two {}",
    "struct Two { let text = \"One \\\" One\" }", "struct Two { let text = #\"\" One \\(One)\"# }",
    "struct Two { let text = \"\"\"\n  \" One\n  \"\"\" }", "struct Two { let one = Three.One() }",
    "struct Two {}\nprivate struct One {}",
  ])
  func `comments, texts, members and the file's own types name no other type`(source: String) {
    let one = "struct One { var two: Two }"
    #expect(pairs(in: ["One.swift": one, "Two.swift": source]).isEmpty)
  }

  @Test(arguments: [
    "struct Outer { struct Two {} }", "private struct Two {}", "fileprivate enum Two {}",
  ])
  func `types inside types and private types are not declared for others`(source: String) {
    #expect(!TypeNames(of: source).declared.contains("Two"))
  }
}

/// Two folders, or two files, each of which names types that the other declares.
private struct TwoWayPair: CustomStringConvertible {
  /// Both, in order.
  let name: String
  /// Which types are named where.
  let uses: [Use]

  var description: String { ([name] + uses.map { "  \($0)" }).joined(separator: "\n") }

  /// A file that names a type of another one.
  struct Use: CustomStringConvertible {
    let file: String
    let owner: String
    let type: String

    var description: String { "\(file) names \(type) of \(owner)" }
  }

  /// Finds the pairs of a target, given the names in its files by their paths.
  static func all(in files: [String: TypeNames]) -> [TwoWayPair] {
    var owners: [String: [String]] = [:]
    for (path, names) in files {
      for type in names.declared { owners[type, default: []].append(path) }
    }
    var uses: [Use] = []
    for (file, names) in files {
      for type in names.named where !names.declared.contains(type) && !names.hidden.contains(type) {
        for owner in owners[type] ?? [] { uses.append(Use(file: file, owner: owner, type: type)) }
      }
    }
    return all(among: uses, by: { $0 }) + all(among: uses, by: folder)
  }

  /// Finds the pairs of what a path stands for: the file itself, or its folder.
  private static func all(among uses: [Use], by part: (String) -> String) -> [TwoWayPair] {
    var directions: [[String]: [Use]] = [:]
    for use in uses where part(use.file) != part(use.owner) {
      directions[[part(use.file), part(use.owner)], default: []].append(use)
    }
    return directions.compactMap { direction, uses in
      guard direction[0] < direction[1], let back = directions[direction.reversed()] else {
        return nil
      }
      return TwoWayPair(
        name: direction.joined(separator: " and "),
        uses: (uses + back).sorted { $0.description < $1.description })
    }.sorted { $0.name < $1.name }
  }

  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
