import ShellOutput

extension Setting {
  static let colors = Setting(
    name: "colors", abstract: "the colours on a terminal",
    details: """
      off shows none, and auto the standard ones, unless $NO_COLOR is set. \
      'error=1;31:header=4' changes the colours of roles, even if $NO_COLOR is set: the numbers are \
      those of ECMA-48's SGR, and none means plain text. The roles are \
      \(Palette.Role.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    words: ["auto", "off"], otherValue: "ROLE=NUMBERS",
    variables: { environment in
      if environment("TERM") == "dumb" { return ("off", "TERM") }
      return ColorChoice.areOff(environment("NO_COLOR")) ? ("off", "NO_COLOR") : nil
    },
    value: { settings in
      switch settings.colors {
      case .auto: "auto"
      case .off: "off"
      case .palette(let palette): palette.text
      }
    },
    change: { settings, text in
      settings.colors =
        switch text {
        case "auto": .auto
        case "off": .off
        default: .palette(try palette(text))
        }
    })

  private static func palette(_ text: String) throws -> Palette {
    do {
      return try Palette(text)
    } catch {
      let roles = Palette.Role.allCases.map(\.rawValue)
      throw switch error {
      case .part(let part):
        ShellError(
          .usage, "'\(part)' is not a value of colors",
          hint: "choose auto, off, or ROLE=NUMBERS with ':' between them, such as 'error=1;31'")
      case .role(let role):
        ShellError(
          .usage, "no role of colors is called '\(role)'",
          hint: "the roles are \(roles.joined(separator: ", "))")
      case .code(let code, let role):
        ShellError(
          .usage, "'\(code)' is not a colour of \(role.rawValue)",
          hint: "give numbers from 0 to 255 with ';' between them, such as '1;31'")
      }
    }
  }
}
