import TestSupport
import Testing

/// Places at the prompt, and their completion.
@Suite(.mayBlock) struct PlaceTests {
  @Test func `the prompt shows the place, whose ids commands may leave out`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("open products/p-7\r")
    try user.seePrompt("embedded products/p-7> ")
    try user.type("show\r")
    try user.see("Olive wood cooking spoon")
    try user.seePrompt("embedded products/p-7> ")
    try user.type("open reviews\r")
    try user.seePrompt("embedded products/p-7/reviews> ")
    try user.type("show r-209\r")
    try user.see("Smells faintly of olives")
    try user.type("open r-999\r")
    try user.see("no review of 'p-7' has the id 'r-999'")
    try user.seePrompt("embedded products/p-7/reviews> ")
    try user.type("back\r")
    try user.seePrompt("embedded products/p-7> ")
    try user.type("home\r")
    try user.seePrompt()
  }

  @Test func `a continued statement is aligned below a prompt with a place`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox())
    try user.type("open products\r")
    try user.seePrompt("embedded products> ")
    try user.type("print 'one\r")
    try user.seePrompt("                '> ")
    try user.type("two'\r")
    try user.see("one\ntwo")
  }

  @Test func `a long place takes at most half of the terminal`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), columns: 50)
    try user.type("open products/p-7/reviews/r-209\r")
    try user.seePrompt("embedded prod…ews/r-209> ")
    user.resize(columns: 80)
    try user.type("\r")
    try user.seePrompt("embedded products/p-7/reviews/r-209> ")
  }

  @Test func `Tab completes places, and ids at a place`() throws {
    let user = try PromptUser.atPrompt(in: Sandbox(), rows: 60)
    try user.type("open pr\t")
    try user.seeCursor(between: "embedded> open products/")
    try user.type("\t")
    try user.see("p-3   Enamel camping mug")
    try user.type("7\t")
    try user.seeCursor(between: "embedded> open products/p-7/")
    try user.type("r\t\r")
    try user.seePrompt("embedded products/p-7/reviews> ")
    try user.type("sho\t")
    try user.seeCursor(between: "embedded products/p-7/reviews> show ")
    try user.type("r-20\t")
    try user.see("r-209")
    try user.type("9\r")
    try user.see("Smells faintly of olives")
    try user.type("open ../../p-3\r")
    try user.seePrompt("embedded products/p-3> ")
  }
}
