// SPDX-License-Identifier: MIT
//
// The measured window without its program: the same .ui files and rules of CSS, the same picture. It has no more rows
// than the first page, and makes nothing anew for a call except the row of that call.

#include "floor-call.h"

#include <adwaita.h>

// A few more than are visible: GTK makes widgets for all of them, and styles all of them anew when the first changes.
#define ROWS 16

static const char *folder;
static GtkStack *views;
static GtkBuilder *call;
static GtkWidget *list;
static GtkStringList *names;
static char *row_interface;

static char *path_of(const char *file) { return g_build_filename(folder, file, NULL); }

static GtkBuilder *build(const char *file) { return gtk_builder_new_from_file(path_of(file)); }

static GtkWidget *get(GtkBuilder *builder, const char *id) {
    return GTK_WIDGET(gtk_builder_get_object(builder, id));
}

static void show_text(GtkBuilder *builder, const char *id, const char *text) {
    gtk_label_set_text(GTK_LABEL(get(builder, id)), text);
    gtk_widget_set_visible(get(builder, id), *text != 0);
}

static void show_icon(GtkBuilder *builder, const char *id, const char *icon) {
    gtk_image_set_from_icon_name(GTK_IMAGE(get(builder, id)), icon);
    gtk_widget_set_visible(get(builder, id), TRUE);
}

static void show_avatar(GtkBuilder *builder, const char *name) {
    adw_avatar_set_text(ADW_AVATAR(get(builder, "avatar")), name);
    adw_avatar_set_show_initials(ADW_AVATAR(get(builder, "avatar")), TRUE);
}

// The recent calls

static void set_up_row(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    GtkBuilder *row = gtk_builder_new_from_string(row_interface, -1);
    gtk_list_item_set_child(item, get(row, "row"));
    g_object_set_data_full(G_OBJECT(item), "row", row, g_object_unref);
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    GtkBuilder *row = g_object_get_data(G_OBJECT(item), "row");
    const char *name = gtk_string_object_get_string(gtk_list_item_get_item(item));
    // GTK binds all rows behind a changed one again.
    if (g_str_equal(gtk_label_get_text(GTK_LABEL(get(row, "title"))), name)) return;
    show_avatar(row, name);
    show_text(row, "heading", gtk_list_item_get_position(item) == 0 ? "Today" : "");
    show_text(row, "title", name);
    show_text(row, "subtitle", "Incoming · +49 30 1234567");
    show_text(row, "time", "12:34");
    show_icon(row, "icon", "call-incoming-symbolic");
    show_icon(row, "badge", "call-start-symbolic");
}

static GtkWidget *make_recents(void) {
    GtkBuilder *pane = build("list-pane.ui"), *tools = build("recents-tools.ui");
    names = gtk_string_list_new(NULL);
    for (int row = 0; row < ROWS; row++) gtk_string_list_take(names, g_strdup_printf("Ada Lovelace %d", row));
    g_file_get_contents(path_of("person-row.ui"), &row_interface, NULL, NULL);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up_row), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), NULL);
    list = get(pane, "list");
    gtk_list_view_set_factory(GTK_LIST_VIEW(list), factory);
    gtk_list_view_set_model(
        GTK_LIST_VIEW(list), GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(g_object_ref(names)))));
    adw_bin_set_child(ADW_BIN(get(pane, "tools")), get(tools, "tools"));
    gtk_widget_set_visible(get(pane, "tools"), TRUE);
    return get(pane, "leaflet");
}

static void add_page(AdwViewStack *stack, GtkWidget *page, const char *title, const char *icon) {
    adw_view_stack_page_set_icon_name(adw_view_stack_add_titled(stack, page, title, title), icon);
}

// The call

static void add_button(const char *label, const char *class, int column, int row, int columns) {
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_widget_add_css_class(button, "pill");
    gtk_widget_add_css_class(button, class);
    gtk_grid_attach(GTK_GRID(get(call, "answers")), button, column, row, columns, 1);
}

static void make_call_view(void) {
    const char *hidden[] = {"badges",   "reason",      "add-contact", "ringing", "members", "others",
                            "controls", "decline-all", "end-place"};
    call = build("call-view.ui");
    for (size_t i = 0; i < G_N_ELEMENTS(hidden); i++) gtk_widget_set_visible(get(call, hidden[i]), FALSE);
    add_button("Silence", "silence", 0, 0, 3);
    add_button("Decline", "destructive-action", 0, 1, 1);
    add_button("Answer", "answer-call", 2, 1, 1);
    show_text(call, "subtitle", "+49 30 1234567");
    show_text(call, "app", "through Benchmark");
    show_text(call, "status", "Incoming call");
    show_icon(call, "app-icon", "call-start-symbolic");
    g_object_set(get(call, "height"), "maximum-size", 10000, NULL);
    gtk_stack_add_named(views, get(call, "view"), "call");
}

void show_call(const char *name) {
    gtk_stack_set_visible_child_name(views, *name ? "call" : "pages");
    if (*name) {
        show_avatar(call, name);
        show_text(call, "title", name);
    } else {
        // The caller has called before, so the row of that call becomes the row of both.
        const char *row[] = {gtk_label_get_text(GTK_LABEL(get(call, "title"))), NULL};
        gtk_string_list_splice(names, 0, 1, row);
        gtk_widget_activate_action(list, "list.scroll-to-item", "u", 0);
    }
}

void open_call_window(GtkApplication *application, const char *interface) {
    folder = interface;
    GtkCssProvider *style = gtk_css_provider_new();
    gtk_css_provider_load_from_path(style, path_of("phone.css"));
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    GtkBuilder *builder = build("main-window.ui");
    views = GTK_STACK(get(builder, "views"));
    AdwViewStack *stack = ADW_VIEW_STACK(get(builder, "stack"));
    add_page(stack, make_recents(), "Recents", "document-open-recent-symbolic");
    add_page(stack, adw_bin_new(), "Favourites", "starred-symbolic");
    add_page(stack, adw_bin_new(), "Contacts", "avatar-default-symbolic");
    add_page(stack, adw_bin_new(), "Keypad", "input-dialpad-symbolic");
    gtk_widget_set_visible(get(builder, "call-bar"), FALSE);
    make_call_view();
    gtk_window_set_application(GTK_WINDOW(get(builder, "window")), application);
    gtk_window_present(GTK_WINDOW(get(builder, "window")));
}
