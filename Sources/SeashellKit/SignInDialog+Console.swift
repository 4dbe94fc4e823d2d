import FoundationEssentials
public import ShellCommands
public import WebAuthorization

extension SignInDialog {
  /// Shows where the user signs in, on a console.
  @MainActor
  public init(on console: any Console) {
    self.init(
      showAddress: { address in
        let isOpened = await Browser.open(address)
        let port = address.port.map { ":\($0)" } ?? ""
        let origin = "\(address.scheme ?? "")://\(address.host() ?? "")\(port)"
        var question = Question(
          "address at which the browser ends, or its code", alternative: "--password-env NAME",
          isSecret: true)
        question.mayBeWithdrawn = true
        question.introduction = [
          isOpened
            ? "your browser opens this address, for you to sign in at \(origin)"
            : "open this address in a browser, to sign in at \(origin)",
          address.absoluteString,
          "if the browser is on another machine, paste the address at which it ends",
        ]
        while true {
          let answer = try await console.ask(question)
          if !answer.isEmpty { return answer }
          question.introduction = []
        }
      },
      showCode: { device in
        let introduction = "enter the code \(device.userCode) at \(device.address.absoluteString)"
        var lines = [introduction]
        if let complete = device.completeAddress {
          lines.append("or open \(complete.absoluteString)")
        }
        if console.isInteractive {
          let hasBrowser = Browser.isAvailable
          var question = Question(
            hasBrowser ? "Enter opens it in your browser" : "Ctrl-C cancels", alternative: "")
          question.mayBeWithdrawn = true
          question.introduction = lines
          _ = try await console.ask(question)
          _ = await Browser.open(device.completeAddress ?? device.address)
        } else {
          for line in lines { console.instruct(line) }
        }
        console.progress(ProgressUpdate("waiting until the code \(device.userCode) is entered"))
      })
  }
}
