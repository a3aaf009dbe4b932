// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK

/// A row of a list of people: a picture, two lines, and the button that calls. It shows one person after the other.
@MainActor
final class PersonRow: ListRow {
    /// What a row shows. Its texts are shown as they are: see `String.shown`.
    struct Content: Hashable {
        /// Above the row; empty = none.
        var heading = ""
        var title = ""
        /// How many calls the row stands for, behind the title; empty = one.
        var count = ""
        var subtitle = ""
        /// A name of the icon theme before the second line; empty = none.
        var icon = ""
        var time = ""
        /// Gives the picture its colour and its letters; empty = a symbol of a person.
        var initials = ""
        /// Gives the picture of a person without a name its colour; empty if it is hidden.
        var number = ""
        /// The app of the call, whose icon is at the picture; empty = none.
        var provider = ""
        /// The whole row for screen readers.
        var spoken = ""
        var isNew = false
        var isMissed = false
        var canCall = true
        /// The row has buttons that move it in place of the one that calls.
        var canMove = false
    }

    let widget: Widget
    /// The user presses the button.
    var call: () -> Void = {}
    /// The user moves the row by one place, down if the number is positive.
    var move: (Int) -> Void = { _ in }
    let avatar: PersonAvatar
    private let heading: Label
    let badge: Image
    private let title: Label
    private let count: Label
    private let subtitle: Label
    private let icon: Image
    private let time: Label
    private let button: Button
    private let moves: Box
    // Most rows are never moved, and a list builds hundreds of rows.
    private lazy var up = moveButton("go-up-symbolic", by: -1)
    private lazy var down = moveButton("go-down-symbolic", by: 1)

    init() throws(InterfaceError) {
        let builder = try Builder(PackageResources.person_row_ui)
        (widget, heading) = (try builder.get("row"), try builder.get("heading"))
        avatar = PersonAvatar(try builder.get("avatar"))
        (badge, title, count) = (try builder.get("badge"), try builder.get("title"), try builder.get("count"))
        (subtitle, icon) = (try builder.get("subtitle"), try builder.get("icon"))
        (time, moves, button) = (try builder.get("time"), try builder.get("moves"), try builder.get("call"))
        button.onClick { [weak self] in self?.call() }
    }

    private func moveButton(_ icon: String, by places: Int) -> Button {
        let button = Button(icon: icon, accessibleName: "")
        button.style("flat")
        button.style("circular")
        button.onClick { [weak self] in self?.move(places) }
        moves.append(button)
        return button
    }

    func show(_ content: Content) {
        heading.text = content.heading
        heading.isVisible = !content.heading.isEmpty
        (title.text, count.text) = (content.title, content.count)
        count.isVisible = !content.count.isEmpty
        for label in [title, count] {
            label.style("heading", content.isNew)
            label.style("error", content.isMissed)
        }
        subtitle.text = content.subtitle
        subtitle.isVisible = !content.subtitle.isEmpty
        icon.isVisible = !content.icon.isEmpty
        icon.show(icon: content.icon)
        icon.style("error", content.isMissed)
        time.text = content.time
        time.isVisible = !content.time.isEmpty
        avatar.show(name: content.initials, number: content.number)
        badge.isVisible = !content.provider.isEmpty
        widget.setAccessibleNameOfRow(content.spoken)
        button.isVisible = content.canCall && !content.canMove
        moves.isVisible = content.canMove
        if content.canMove {
            up.setAccessibleName(Catalogue.text("Move %s up", content.title.quoted))
            down.setAccessibleName(Catalogue.text("Move %s down", content.title.quoted))
        }
        button.setName(Catalogue.text("Call %s", content.title.quoted))
    }
}

/// A number or an address of a person: it can be called, and be a favourite.
@MainActor
final class AddressRow {
    let address: ContactAddress
    let widget: Widget
    var call: () -> Void = {}
    /// The user wants it to be a favourite, or not.
    var setFavourite: (Bool) -> Void = { _ in }
    private let text: Label
    private let use: Label
    private let copyButton: Button
    private let star: ToggleButton
    private let button: Button
    private var toggled: Connection?

    init(_ address: ContactAddress) throws(InterfaceError) {
        self.address = address
        let builder = try Builder(PackageResources.address_row_ui)
        (widget, text, use) = (try builder.get("row"), try builder.get("address"), try builder.get("use"))
        (copyButton, star, button) = (try builder.get("copy"), try builder.get("star"), try builder.get("call"))
        button.onClick { [weak self] in self?.call() }
        copyButton.onClick { [weak self] in self?.copy() }
        toggled = star.onChange(of: "active") { [weak self] in
            guard let self else { return }
            showStar()
            setFavourite(star.isActive)
        }
        show(nil)
        show(isFavourite: false)
    }

    /// What the directory knows; nil = nothing yet.
    func show(_ facts: AddressFacts?) {
        let number = facts?.formatted ?? ""
        text.text = number.isEmpty ? address.text.shown : number.shown
        use.text = [address.useWords, facts?.label.shown ?? ""].filter { !$0.isBlank }.joined(separator: " · ")
        use.isVisible = !use.text.isEmpty
        widget.setAccessibleName([text.text, use.text].filter { !$0.isEmpty }.joined(separator: ", "))
        button.setName(Catalogue.text("Call %s", text.text.quoted))
        copyButton.setName(Catalogue.text("Copy %s", text.text.quoted))
    }

    /// In the form that every phone and program reads.
    private func copy() { widget.copy(address.handle.value) }

    func show(isFavourite: Bool) {
        star.quietly(toggled) { star.isActive = isFavourite }
        showStar()
    }

    private func showStar() {
        star.show(icon: star.isActive ? "starred-symbolic" : "non-starred-symbolic")
        star.setName(star.isActive ? Catalogue.text("Remove from Favourites") : Catalogue.text("Add to Favourites"))
    }

    func focus() { button.grabFocus() }
    var hasFocus: Bool { button.hasFocus }
}
