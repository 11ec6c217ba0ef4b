// What of Streamlit's own page would come between the reader and the texts.
