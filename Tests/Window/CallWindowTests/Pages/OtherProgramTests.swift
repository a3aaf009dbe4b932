// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Changes of the directory by other programs, while the window shows them.
@Suite(.serialized)
struct OtherProgramTests {
    @Test func `A favourite and a rule of another program appear in the open pages at once`() throws {
        let page = try PageWindow()
        let lists = page.directory.object("Lists")
        try page.window.open()
        try page.show(.favourites)
        try page.window.waitFor("No favourites")
        try page.directory.object("Favourites").call(
            "Set", .uint32(1), .tuple("phone-number", "+4930123456"), "Ada", "")
        try page.window.choose("Ada, ")
        try page.window.waitForButton("Block")
        let rule = try lists.call("AddRule", "caller", "+4930123456", "reject").first
        try page.window.waitForButton("Unblock")
        try lists.call("RemoveRule", try #require(rule))
        try page.window.waitForButton("Block")
        try page.window.screen.type("ctrl+comma")
        try page.window.turnTo("Blocking")
        try page.window.waitFor("Use rules and lists")
        try lists.call("AddRule", "prefix", "+49900", "silence")
        try page.window.waitForButton("Remove +49900")
    }
}
