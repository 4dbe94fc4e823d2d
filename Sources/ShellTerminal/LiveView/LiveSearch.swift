import ShellOutput

struct LiveSearch: Equatable {
  private let wanted: [String]

  init(_ text: String) { wanted = text.map { $0.lowercased() } }

  func matches(_ line: String) -> Bool { !places(in: Array(Self.plainText(of: line))).isEmpty }

  /// The line with its matches highlighted and without other colours; the line unchanged if it has no
  /// matches.
  func highlighted(_ line: String, _ palette: Palette) -> String {
    let characters = Array(Self.plainText(of: line))
    let places = places(in: characters)
    guard !places.isEmpty else { return line }
    var text = ""
    var index = 0
    for place in places {
      text += String(characters[index..<place])
      index = place + wanted.count
      text += palette.painted(String(characters[place..<index]), as: .match)
    }
    return text + String(characters[index...])
  }

  private func places(in line: [Character]) -> [Int] {
    guard !wanted.isEmpty, line.count >= wanted.count else { return [] }
    let lowered = line.map { $0.lowercased() }
    var places: [Int] = []
    var index = 0
    while index + wanted.count <= lowered.count {
      if lowered[index..<index + wanted.count].elementsEqual(wanted) {
        places.append(index)
        index += wanted.count
      } else {
        index += 1
      }
    }
    return places
  }

  /// A line without the codes that set colours (ECMA-48, SGR).
  static func plainText(of line: String) -> String {
    guard line.utf8.contains(0x1B) else { return line }
    var result = String.UnicodeScalarView()
    var isInCode = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" {
        isInCode = true
      } else if isInCode {
        if scalar == "m" { isInCode = false }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
